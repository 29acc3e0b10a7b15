//! Expressions: values, places, and the loads and stores that they do, as clang compiles them without optimisation.

use super::memory::{Pointer, Value};
use super::process::{Process, Stop, misfit};
use super::tree::Node;
use super::types::Type;

impl Process<'_> {
    fn type_of(&self, node: &Node) -> Type {
        self.unit.types.parse(&node.ty)
    }

    /// The value of an expression.
    pub(super) fn rvalue(&mut self, node: &Node) -> Result<Value, Stop> {
        self.spend()?;
        match (node.kind.as_str(), &node.inner[..]) {
            ("IntegerLiteral" | "CharacterLiteral", _) => match node.value.parse() {
                Ok(value) => Ok(Value::Int(value)),
                Err(_) => misfit("a number that is too large"),
            },
            ("FloatingLiteral" | "ImplicitValueInitExpr", _) => Ok(Value::Unknown),
            ("ParenExpr" | "ConstantExpr", [inner, ..]) => self.rvalue(inner),
            ("ImplicitCastExpr" | "CStyleCastExpr", [inner, ..]) => self.cast(node, inner),
            ("DeclRefExpr", _) => match node.declared.as_str() {
                "FunctionDecl" => Ok(Value::Function(node.name.clone())),
                "EnumConstantDecl" => Ok(self.unit.enums.get(&node.target).map_or(Value::Unknown, |v| Value::Int(*v))),
                _ => self.lvalue(node).map(Value::Pointer),
            },
            ("UnaryExprOrTypeTraitExpr", operand) => {
                let text = operand.first().map_or(&node.argument, |inner| &inner.ty);
                Ok(Value::Int(self.unit.types.size(&self.unit.types.parse(text))))
            }
            ("UnaryOperator", [inner]) => self.unary(node, inner),
            ("BinaryOperator", [left, right]) => self.binary(node, left, right),
            ("CompoundAssignOperator", [left, right]) => {
                let added = self.rvalue(right)?;
                let (at, ty) = (self.lvalue(left)?, self.type_of(left));
                let old = self.read(at, &ty, node.line)?;
                let new = self.arithmetic(node.operator.trim_end_matches('='), old, added, &ty, &self.type_of(right));
                let new = truncate(new, &ty);
                self.write(at, &ty, new.clone(), node.line)?;
                Ok(new)
            }
            ("ConditionalOperator", [cond, yes, no]) => {
                let value = self.rvalue(cond)?;
                if self.truth(&value) { self.rvalue(yes) } else { self.rvalue(no) }
            }
            ("CallExpr", [callee, args @ ..]) => {
                let Value::Function(name) = self.rvalue(callee)? else {
                    return misfit("a call of an unknown function");
                };
                let args = args.iter().map(|arg| self.rvalue(arg)).collect::<Result<Vec<_>, _>>()?;
                self.call(&name, args, node.line)
            }
            ("StringLiteral" | "ArraySubscriptExpr" | "MemberExpr" | "CompoundLiteralExpr", _) => {
                self.lvalue(node).map(Value::Pointer)
            }
            (kind, _) => misfit(format!("an expression of kind {kind}")),
        }
    }

    /// The place that an expression names.
    pub(super) fn lvalue(&mut self, node: &Node) -> Result<Pointer, Stop> {
        match (node.kind.as_str(), &node.inner[..]) {
            ("ParenExpr", [inner]) => self.lvalue(inner),
            ("DeclRefExpr", _) => {
                let local = self.frames.last().and_then(|frame| frame.get(&node.target));
                match local.or_else(|| self.globals.get(&node.target)) {
                    Some(at) => Ok(*at),
                    None => misfit(format!("the variable {} is not known", node.name)),
                }
            }
            ("UnaryOperator", [inner]) if node.operator == "*" => {
                let value = self.rvalue(inner)?;
                place(&value)
            }
            ("ArraySubscriptExpr", [base, index]) => {
                let (base, index) = (self.rvalue(base)?, self.rvalue(index)?);
                let (at, Value::Int(index)) = (place(&base)?, index) else { return misfit("an index that is unknown") };
                let size = self.unit.types.size(&self.type_of(node));
                Ok(Pointer { offset: at.offset + index * size, ..at })
            }
            ("MemberExpr", [base]) => {
                let at = if node.arrow {
                    let value = self.rvalue(base)?;
                    place(&value)?
                } else {
                    self.lvalue(base)?
                };
                match self.unit.types.field(node.target) {
                    Some(field) if field.bits => misfit("a bit-field"),
                    Some(field) => Ok(Pointer { offset: at.offset + field.offset, ..at }),
                    None => misfit("an unknown member"),
                }
            }
            ("StringLiteral", _) => {
                let ty = self.type_of(node);
                let at = self.memory.make(self.unit.types.size(&ty), false);
                self.strings.insert(at.object, node.value.clone());
                Ok(at)
            }
            ("CompoundLiteralExpr", [init]) => {
                let ty = self.type_of(node);
                let at = self.memory.make(self.unit.types.size(&ty), false);
                self.initialize(at, &ty, init, node.line)?;
                Ok(at)
            }
            // A record that is a value, such as the result of a call.
            _ => {
                let ty = self.type_of(node);
                let value = self.rvalue(node)?;
                let at = self.memory.make(self.unit.types.size(&ty), false);
                self.memory.store(at, self.unit.types.size(&ty), value);
                Ok(at)
            }
        }
    }

    /// Gives a new variable its first value.
    pub(super) fn initialize(&mut self, at: Pointer, ty: &Type, init: &Node, line: u32) -> Result<(), Stop> {
        let unit = self.unit;
        match (ty, init.kind.as_str()) {
            (Type::Array(element, count), "InitListExpr") => {
                let size = unit.types.size(element);
                for k in 0..*count {
                    let at = Pointer { offset: at.offset + k * size, ..at };
                    match init.inner.get(k as usize) {
                        Some(init) => self.initialize(at, element, init, line)?,
                        None => self.zero(at, element),
                    }
                }
                Ok(())
            }
            (Type::Record(name), "InitListExpr") => {
                let fields = unit.types.records.get(name).map_or(&[][..], |record| &record.fields);
                for (k, field) in fields.iter().enumerate() {
                    let at = Pointer { offset: at.offset + field.offset, ..at };
                    match init.inner.get(k) {
                        Some(init) => self.initialize(at, &field.ty, init, line)?,
                        None => self.zero(at, &field.ty),
                    }
                }
                Ok(())
            }
            (_, "ImplicitValueInitExpr") => {
                self.zero(at, ty);
                Ok(())
            }
            (_, "InitListExpr") => match &init.inner[..] {
                [inner] => self.initialize(at, ty, inner, line),
                _ => misfit("an initial value that is not understood"),
            },
            (Type::Array(..), "StringLiteral") => Ok(()),
            _ => {
                let value = self.rvalue(init)?;
                self.write(at, ty, value, line)
            }
        }
    }

    fn zero(&mut self, at: Pointer, ty: &Type) {
        let unit = self.unit;
        match ty {
            Type::Array(element, count) => {
                let size = unit.types.size(element);
                (0..*count).for_each(|k| self.zero(Pointer { offset: at.offset + k * size, ..at }, element));
            }
            Type::Record(name) => {
                let fields = unit.types.records.get(name).map_or(&[][..], |record| &record.fields);
                fields.iter().for_each(|f| self.zero(Pointer { offset: at.offset + f.offset, ..at }, &f.ty));
            }
            _ => self.memory.store(at, unit.types.size(ty), Value::Int(0)),
        }
    }

    fn cast(&mut self, node: &Node, inner: &Node) -> Result<Value, Stop> {
        let ty = self.type_of(node);
        match node.operator.as_str() {
            "LValueToRValue" => {
                let at = self.lvalue(inner)?;
                self.read(at, &ty, node.line)
            }
            "ArrayToPointerDecay" => self.lvalue(inner).map(Value::Pointer),
            "IntegralCast" => Ok(truncate(self.rvalue(inner)?, &ty)),
            "IntegralToBoolean" | "PointerToBoolean" => match self.rvalue(inner)? {
                Value::Unknown => Ok(Value::Unknown),
                value => Ok(Value::Int(i64::from(self.truth(&value)))),
            },
            "NullToPointer" => Ok(Value::Int(0)),
            "PointerToIntegral" => Ok(match self.rvalue(inner)? {
                Value::Pointer(Pointer { object: 0, offset }) => Value::Int(offset),
                value => value,
            }),
            "IntegralToFloating" | "FloatingCast" | "FloatingToIntegral" | "FloatingToBoolean" => {
                self.rvalue(inner)?;
                Ok(Value::Unknown)
            }
            _ => self.rvalue(inner),
        }
    }

    fn unary(&mut self, node: &Node, inner: &Node) -> Result<Value, Stop> {
        match node.operator.as_str() {
            "&" if inner.declared == "FunctionDecl" => self.rvalue(inner),
            "&" => self.lvalue(inner).map(Value::Pointer),
            "*" => self.lvalue(node).map(Value::Pointer),
            "++" | "--" => {
                let (at, ty) = (self.lvalue(inner)?, self.type_of(inner));
                let old = self.read(at, &ty, node.line)?;
                let int = Type::Int { size: 4, signed: true };
                let new = self.arithmetic(
                    if node.operator == "++" { "+" } else { "-" },
                    old.clone(),
                    Value::Int(1),
                    &ty,
                    &int,
                );
                let new = truncate(new, &ty);
                self.write(at, &ty, new.clone(), node.line)?;
                Ok(if node.postfix { old } else { new })
            }
            operator => {
                let value = self.rvalue(inner)?;
                if operator == "!" {
                    return Ok(match value {
                        Value::Unknown => Value::Unknown,
                        value => Value::Int(i64::from(!self.truth(&value))),
                    });
                }
                let Value::Int(value) = value else { return Ok(Value::Unknown) };
                let new = match operator {
                    "-" => value.wrapping_neg(),
                    "~" => !value,
                    _ => value,
                };
                Ok(truncate(Value::Int(new), &self.type_of(node)))
            }
        }
    }

    fn binary(&mut self, node: &Node, left: &Node, right: &Node) -> Result<Value, Stop> {
        match node.operator.as_str() {
            "=" => {
                let ty = self.type_of(left);
                // Values first, then the place, as the compiler has it for scalars.
                let value = self.rvalue(right)?;
                let at = self.lvalue(left)?;
                self.write(at, &ty, value.clone(), node.line)?;
                Ok(value)
            }
            "," => {
                self.rvalue(left)?;
                self.rvalue(right)
            }
            operator @ ("&&" | "||") => {
                let value = self.rvalue(left)?;
                let first = self.truth(&value);
                if first == (operator == "||") {
                    return Ok(Value::Int(i64::from(first)));
                }
                let value = self.rvalue(right)?;
                Ok(match value {
                    Value::Unknown => Value::Unknown,
                    value => Value::Int(i64::from(self.truth(&value))),
                })
            }
            operator => {
                let (a, b) = (self.rvalue(left)?, self.rvalue(right)?);
                let value = self.arithmetic(operator, a, b, &self.type_of(left), &self.type_of(right));
                Ok(truncate(value, &self.type_of(node)))
            }
        }
    }

    /// Integers and pointers under an operator; the types are those of the operands.
    fn arithmetic(&self, operator: &str, a: Value, b: Value, ta: &Type, tb: &Type) -> Value {
        let step = |ty: &Type| match ty {
            Type::Pointer(inner) | Type::Array(inner, _) => self.unit.types.size(inner),
            _ => 1,
        };
        let moved = |at: Pointer, by: i64| Value::Pointer(Pointer { offset: at.offset + by, ..at });
        match (operator, a, b) {
            ("+", Value::Pointer(at), Value::Int(by)) => moved(at, by * step(ta)),
            ("+", Value::Int(by), Value::Pointer(at)) => moved(at, by * step(tb)),
            ("-", Value::Pointer(at), Value::Int(by)) => moved(at, -by * step(ta)),
            ("-", Value::Pointer(a), Value::Pointer(b)) if a.object == b.object => {
                Value::Int((a.offset - b.offset) / step(ta).max(1))
            }
            ("==", Value::Pointer(a), Value::Pointer(b)) => Value::Int(i64::from(a == b)),
            ("!=", Value::Pointer(a), Value::Pointer(b)) => Value::Int(i64::from(a != b)),
            ("==", Value::Pointer(a), Value::Int(0)) | ("==", Value::Int(0), Value::Pointer(a)) => {
                Value::Int(i64::from(a.object == 0 && a.offset == 0))
            }
            ("!=", Value::Pointer(a), Value::Int(0)) | ("!=", Value::Int(0), Value::Pointer(a)) => {
                Value::Int(i64::from(a.object != 0 || a.offset != 0))
            }
            (operator @ ("<" | ">" | "<=" | ">="), Value::Pointer(a), Value::Pointer(b)) if a.object == b.object => {
                integers(operator, a.offset, b.offset).map_or(Value::Unknown, Value::Int)
            }
            (operator, Value::Int(a), Value::Int(b)) => integers(operator, a, b).map_or(Value::Unknown, Value::Int),
            _ => Value::Unknown,
        }
    }
}

fn integers(operator: &str, a: i64, b: i64) -> Option<i64> {
    Some(match operator {
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        "<<" => a.checked_shl(u32::try_from(b).ok()?)?,
        ">>" => a.checked_shr(u32::try_from(b).ok()?)?,
        "==" => i64::from(a == b),
        "!=" => i64::from(a != b),
        "<" => i64::from(a < b),
        ">" => i64::from(a > b),
        "<=" => i64::from(a <= b),
        ">=" => i64::from(a >= b),
        _ => return None,
    })
}

/// The value in the range of an integer type.
fn truncate(value: Value, ty: &Type) -> Value {
    match (value, ty) {
        (Value::Int(value), Type::Int { size, signed }) if *size < 8 => {
            let bits = 64 - 8 * size;
            let shifted = value << bits;
            Value::Int(if *signed { shifted >> bits } else { ((shifted as u64) >> bits) as i64 })
        }
        (value, _) => value,
    }
}

/// Where a pointer points.
pub(super) fn place(value: &Value) -> Result<Pointer, Stop> {
    match value {
        Value::Pointer(at) => Ok(*at),
        Value::Int(address) => Ok(Pointer { object: 0, offset: *address }),
        _ => misfit("an address that is unknown"),
    }
}
