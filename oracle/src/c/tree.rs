//! The syntax tree that clang writes as JSON, with the fields that are needed and the line of every node.

use serde_json::Value as Json;

/// A node of the tree. What is absent is empty.
#[derive(Debug, Clone, Default)]
#[allow(missing_docs)]
pub struct Node {
    pub id: u64,
    pub kind: String,
    /// In the main file.
    pub line: u32,
    /// The type without typedefs.
    pub ty: String,
    pub name: String,
    /// Operator, kind of a cast, or `struct` and `union`.
    pub operator: String,
    pub value: String,
    /// The declaration that is meant.
    pub target: u64,
    /// Its kind.
    pub declared: String,
    /// Type of the operand of `sizeof`.
    pub argument: String,
    pub postfix: bool,
    pub arrow: bool,
    pub is_static: bool,
    pub bits: bool,
    pub inner: Vec<Node>,
}

/// Line numbers of offsets in the main file.
#[derive(Debug)]
pub struct Lines(Vec<usize>);

impl Lines {
    /// The lines of a text.
    pub fn new(text: &str) -> Lines {
        Lines(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(offset, _)| offset).collect())
    }

    fn at(&self, offset: usize) -> u32 {
        self.0.partition_point(|&end| end < offset) as u32 + 1
    }
}

fn text(json: &Json, key: &str) -> String {
    match &json[key] {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

fn id(json: &Json) -> u64 {
    json.as_str().and_then(|text| u64::from_str_radix(text.trim_start_matches("0x"), 16).ok()).unwrap_or(0)
}

fn type_of(json: &Json) -> String {
    let desugared = text(json, "desugaredQualType");
    if desugared.is_empty() { text(json, "qualType") } else { desugared }
}

/// Where the expansion of a macro is, if the node is in one.
fn offset(location: &Json) -> Option<usize> {
    let place = location.get("expansionLoc").unwrap_or(location);
    place["offset"].as_u64().map(|offset| offset as usize)
}

/// The tree of a JSON text.
pub fn node(json: &Json, lines: &Lines) -> Node {
    let begin = &json["range"]["begin"];
    let member = id(&json["referencedMemberDecl"]);
    let label = id(&json["targetLabelDeclId"]);
    // In a list with a filler for what is not written, the filler comes first.
    let filled = json["array_filler"].as_array().map(|list| &list[1.min(list.len())..]);
    let inner = filled.or_else(|| json["inner"].as_array().map(Vec::as_slice)).unwrap_or(&[]);
    let referenced = id(&json["referencedDecl"]["id"]);
    Node {
        id: id(&json["id"]),
        kind: text(json, "kind"),
        line: offset(begin).map_or(0, |offset| lines.at(offset)),
        ty: type_of(&json["type"]),
        name: [text(json, "name"), text(&json["referencedDecl"], "name")].concat(),
        operator: [text(json, "opcode"), text(json, "castKind"), text(json, "tagUsed")].concat(),
        value: text(json, "value"),
        target: [member, label, referenced, id(&json["declId"]), id(&json["ownedTagDecl"]["id"])]
            .into_iter()
            .find(|id| *id != 0)
            .unwrap_or(0),
        declared: text(&json["referencedDecl"], "kind"),
        argument: type_of(&json["argType"]),
        postfix: json["isPostfix"].as_bool().unwrap_or(false),
        arrow: json["isArrow"].as_bool().unwrap_or(false),
        bits: json["isBitfield"].as_bool().unwrap_or(false),
        is_static: json["storageClass"] == "static",
        inner: inner.iter().map(|n| node(n, lines)).collect(),
    }
}
