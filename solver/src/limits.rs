//! The limits of the solver's own arithmetic. When one is reached, z3 decides the query instead; a query that z3 cannot
//! decide is a note. Budgets of steps are in `budget` (theory, 1.3).

/// Largest amount of a shift for which z3 gets one case for each amount. A shift by more is a function of which z3 gets
/// only some facts.
pub(crate) const SHIFT: i64 = 31;
/// Largest number of bits of a mask for which z3 gets each bit. A mask with more bits is a function of which z3 gets
/// only some facts.
pub(crate) const WRITTEN_BITS: u32 = 8;
/// Variables of a query in linear arithmetic; with more, z3 decides it directly.
pub(crate) const VARIABLES: usize = 400;
/// Bits of a mask that linear arithmetic takes apart; a mask of more is a variable, and z3 decides.
pub(crate) const MASK_BITS: u32 = 8;
/// Products of inequalities that are added; without further ones linear arithmetic proves less, and z3 decides.
pub(crate) const LEMMAS: usize = 60;
/// Inequalities in an elimination; with more it stops, and z3 decides.
pub(crate) const ROWS: usize = 240;
/// Parts of an inequality; a longer one is dropped, so that the elimination proves less, and z3 decides.
pub(crate) const PARTS: usize = 12;
/// New variables that equations without unit coefficients may cost; beyond, such an equation stays, and z3 decides.
pub(crate) const UNIMODULAR: u32 = 6;
