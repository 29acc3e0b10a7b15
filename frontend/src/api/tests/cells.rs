//! The language of the cells.

use super::super::syntax::{self, Args, SyntaxError};
use super::super::{AccessKind, Bank, Callback, Effect, Extent, Format, OutKind, Output, Passed, Returns, Until, Who};

fn args() -> Vec<String> {
    ["buf", "n", "ty", "displs", "size"].map(str::to_owned).to_vec()
}

fn names(names: &[String]) -> Args<'_> {
    Args { names, element: None }
}

fn extent(text: &str) -> Result<Extent, SyntaxError> {
    syntax::effect(&format!("own read buf[{text}]"), names(&args())).map(|e| e.extent)
}

#[test]
fn effects() {
    let all = syntax::effect("own write buf[n of ty] until completion by non_root unless no_op", names(&args()));
    let expected = Effect {
        bank: Bank::Own,
        access: AccessKind::Write,
        at: 0,
        extent: Extent::Typed { count: Some(1), datatype: 2 },
        until: Until::Completion,
        who: Who::NonRoot,
        unless_no_op: true,
        unless_in_place: false,
        from: None,
        value: None,
        only_read: false,
        adds: None,
        segment: None,
        each: None,
    };
    assert_eq!(all, Ok(expected));
    for bad in [
        "",
        "own read buf",
        "own read buf[n of ty",
        "own buf[n of ty]",
        "his read buf[n of ty]",
        "own peek buf[n of ty]",
        "own read buf[n of ty] until",
        "own read buf[n of ty] until lunch",
        "own read buf[n of ty] unless raining",
        "own read buf[n of ty] sometimes",
        "own read buff[n of ty]",
    ] {
        assert!(syntax::effect(bad, names(&args())).is_err(), "{bad}");
    }
}

#[test]
fn extents() {
    assert_eq!(extent("1 of ty"), Ok(Extent::Typed { count: None, datatype: 2 }));
    assert_eq!(extent("n of ty per rank"), Ok(Extent::TypedPerRank { count: 1, datatype: 2 }));
    assert_eq!(extent("n of ty at displs"), Ok(Extent::TypedVector { counts: 1, displs: Some(3), datatype: 2 }));
    assert_eq!(extent("n of ty packed"), Ok(Extent::TypedVector { counts: 1, displs: None, datatype: 2 }));
    assert_eq!(extent("n*size bytes"), Ok(Extent::Bytes { factors: vec![1, 4], scale: 1 }));
    assert_eq!(extent("n counts"), Ok(Extent::Counts(1)));
    assert_eq!(extent("counts per rank"), Ok(Extent::CountPerRank));
    assert_eq!(extent("16 bytes"), Ok(Extent::Fixed(16)));
    assert_eq!(extent("string"), Ok(Extent::CString));
    assert_eq!(extent("characters"), Ok(Extent::Characters));
    assert_eq!(extent("n buffers"), Ok(Extent::Buffers(1)));
    assert_eq!(extent("behind"), Ok(Extent::Behind));
    assert_eq!(extent("unknown"), Ok(Extent::Unknown));
    assert_eq!(extent("m of ty"), Err(SyntaxError::UnknownArgument("m".into())));
    assert_eq!(extent("n*m bytes"), Err(SyntaxError::UnknownArgument("m".into())));
    for bad in ["", "n", "n of", "2 of ty", "n of ty per process", "-1 bytes"] {
        assert!(extent(bad).is_err(), "{bad}");
    }
}

#[test]
fn completions_outputs_returns_formats() {
    assert!(syntax::completion("origin request if flag").is_ok());
    for bad in ["", "origin", "neither request", "origin everything", "origin request if", "origin request unless so"] {
        assert!(syntax::completion(bad).is_err(), "{bad}");
    }
    let args = args();
    let args = names(&args);
    assert_eq!(syntax::output("n: comm_rank", args), Ok(Output { arg: 1, kind: OutKind::CommRank, size: None }));
    for bad in ["n", "m: comm_rank", "n: comm_colour"] {
        assert!(syntax::output(bad, args).is_err(), "{bad}");
    }
    assert_eq!(syntax::returns("new_memory n*size", args), Ok(Returns::NewMemory { size: vec![1, 4], zeroed: false }));
    let zeroed = Returns::NewMemory { size: vec![1, 4], zeroed: true };
    assert_eq!(syntax::returns("zeroed_memory n*size", args), Ok(zeroed));
    assert_eq!(syntax::returns("min n size", args), Ok(Returns::Min(1, 4)));
    assert_eq!(syntax::returns("max n size", args), Ok(Returns::Max(1, 4)));
    assert_eq!(syntax::returns("absolute n", args), Ok(Returns::Absolute(1)));
    assert_eq!(syntax::returns("bits n", args), Ok(Returns::Bits(1)));
    for bad in ["min n", "max n m", "bits", "absolute", "zeroed_memory"] {
        assert!(syntax::returns(bad, args).is_err(), "{bad}");
    }
    assert_eq!(syntax::returns("into buf", args), Ok(Returns::Into(0)));
    assert_eq!(syntax::returns("arg_or_null buf", args), Ok(Returns::ArgOrNull(0)));
    assert!(syntax::returns("arg", args).is_err() && syntax::returns("arg_or_null", args).is_err());
    assert_eq!(syntax::format("print buf", args), Ok(Format::Print(0)));
    assert!(syntax::format("shout buf", args).is_err());
}

#[test]
fn copies_and_callbacks() {
    let args = args();
    let args = names(&args);
    assert_eq!(syntax::effect("own write buf[n bytes] from displs", args).map(|e| e.from), Ok(Some(3)));
    assert!(syntax::effect("own write buf[n bytes] from elsewhere", args).is_err());
    assert_eq!(syntax::callback("buf", args), Ok(Callback { function: 0, args: vec![] }));
    let passes = vec![Passed::Unknown, Passed::Arg(4), Passed::Variable];
    assert_eq!(syntax::callback("buf(?,size,...)", args), Ok(Callback { function: 0, args: passes }));
    for bad in ["", "buff", "buf(", "buf()", "buf(?", "buf(?,m)"] {
        assert!(syntax::callback(bad, args).is_err(), "{bad}");
    }
}
