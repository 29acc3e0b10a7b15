//! Expressions and conditions over ranks, the number of processes and loop counters, in the languages that have them.

use crate::race::Invalid;

/// Bytes of an `int`.
pub const INT: i64 = 4;

/// Arithmetic operators, with the meaning they have in C.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Mod,
    Xor,
}

/// An integer expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// A constant.
    Const(i64),
    /// The rank in the world communicator.
    Rank,
    /// The number of processes.
    Size,
    /// The counter of the loop with this name.
    Counter(u8),
    /// The argument of the helper function around it.
    Arg,
    /// Two operands.
    Bin(BinOp, Box<Expr>, Box<Expr>),
}

/// Comparison operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Cmp {
    Eq,
    Ne,
    Lt,
    Ge,
}

/// A branch condition.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Cond {
    pub cmp: Cmp,
    pub left: Expr,
    pub right: Expr,
}

impl Expr {
    /// `self op right`.
    pub fn bin(self, op: BinOp, right: Expr) -> Expr {
        Expr::Bin(op, Box::new(self), Box::new(right))
    }

    /// The rank at `distance` on the ring of all processes.
    pub fn ring(distance: i64) -> Expr {
        let shifted = if distance < 0 {
            Expr::Rank.bin(BinOp::Add, Expr::Size.bin(BinOp::Sub, Expr::Const(-distance)))
        } else {
            Expr::Rank.bin(BinOp::Add, Expr::Const(distance))
        };
        shifted.bin(BinOp::Mod, Expr::Size)
    }

    /// The expression in C, with the variables that hold the rank and the number of processes.
    pub fn text(&self, rank: &str, size: &str) -> String {
        match self {
            Expr::Const(value) => value.to_string(),
            Expr::Rank => rank.to_owned(),
            Expr::Size => size.to_owned(),
            Expr::Counter(name) => format!("i{name}"),
            Expr::Arg => "arg".to_owned(),
            Expr::Bin(op, left, right) => {
                let op = match op {
                    BinOp::Add => "+",
                    BinOp::Sub => "-",
                    BinOp::Mul => "*",
                    BinOp::Mod => "%",
                    BinOp::Xor => "^",
                };
                format!("({} {op} {})", left.text(rank, size), right.text(rank, size))
            }
        }
    }
}

impl Cmp {
    /// Whether two values compare so.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Cmp::Eq => left == right,
            Cmp::Ne => left != right,
            Cmp::Lt => left < right,
            Cmp::Ge => left >= right,
        }
    }

    /// The operator in C.
    pub fn text(self) -> &'static str {
        match self {
            Cmp::Eq => "==",
            Cmp::Ne => "!=",
            Cmp::Lt => "<",
            Cmp::Ge => ">=",
        }
    }
}

/// What a process evaluates expressions with.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Scope {
    pub rank: i64,
    pub size: i64,
    /// The counters of the loops around, by name.
    pub counters: [i64; 8],
    /// The argument of the helper function around; `None` in a language without helper functions.
    pub arg: Option<i64>,
}

impl Scope {
    /// The value of an expression.
    ///
    /// # Errors
    ///
    /// When it divides by zero, or uses an argument that the function does not have.
    pub fn value(&self, expr: &Expr) -> Result<i64, Invalid> {
        Ok(match expr {
            Expr::Const(value) => *value,
            Expr::Rank => self.rank,
            Expr::Size => self.size,
            Expr::Counter(name) => self.counters[*name as usize],
            Expr::Arg => self.arg.ok_or(Invalid("no helper functions"))?,
            Expr::Bin(op, left, right) => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                match op {
                    BinOp::Add => left + right,
                    BinOp::Sub => left - right,
                    BinOp::Mul => left * right,
                    BinOp::Mod => left.checked_rem(right).ok_or(Invalid("division by zero"))?,
                    BinOp::Xor => left ^ right,
                }
            }
        })
    }

    /// Whether a condition holds.
    ///
    /// # Errors
    /// As [`Scope::value`].
    pub fn holds(&self, cond: &Cond) -> Result<bool, Invalid> {
        Ok(cond.cmp.holds(self.value(&cond.left)?, self.value(&cond.right)?))
    }
}
