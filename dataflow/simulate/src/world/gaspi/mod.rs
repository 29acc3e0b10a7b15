//! GASPI.
use super::invocation::Invocation;
use super::{Answer, Machine, Result};
#[derive(Debug, Default)]
pub(crate) struct State;
pub(super) fn call(_: &mut Machine, call: &Invocation) -> Result<Answer> { Err(call.unknown()) }
