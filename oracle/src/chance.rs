//! Random choices.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Random choices, fixed by the seed on every platform.
#[derive(Debug)]
pub struct Chance(ChaCha8Rng);

impl Chance {
    /// The choices of program `index` of `seed`.
    pub fn new(seed: u64, index: u64) -> Chance {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(index);
        Chance(rng)
    }

    /// A number from 0 to `below`, exclusive.
    pub fn below(&mut self, below: usize) -> usize {
        self.0.random_range(0..below)
    }

    /// True with `percent` in a hundred.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.0.random_range(0..100) < percent
    }

    /// One of several.
    pub fn of<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }
}
