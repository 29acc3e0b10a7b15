//! The API models: every routine that has a meaning to the analysis, as rows of data.

mod model;

pub use model::{
    AccessKind, ArgPos, Bank, Completion, Effect, Epoch, Extent, Model, Order, OutKind, Output, Returns, Routine,
    Scope, Side, Until, When, Who,
};
