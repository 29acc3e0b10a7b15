//! A path of one process through the skeleton, and the synchronisations on it.

use super::values::Values;
use rma_dataflow::Analysis;
use rma_dataflow::ids::{CtxId, EventRef, LoopId, NodeId};
use rma_dataflow::skeleton::{Complete, EpochCall, Event, Item, OrderCall};
use rma_frontend::ir::LocId;
use std::collections::{BTreeMap, VecDeque};

/// A call on the path that opens, completes or orders something; all events of one call are one stop.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop<'d> {
    pub at: Option<EventRef>,
    pub routine: &'d str,
    pub loc: Option<LocId>,
    pub ctx: Option<CtxId>,
    pub epoch: Option<&'d EpochCall>,
    pub complete: Vec<&'d Complete>,
    pub order: Vec<&'d OrderCall>,
}

/// The begin and the end of a path.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// The entry of the program, or an unknown caller.
    Open,
    /// After, or before, an event.
    At(EventRef),
    /// The begin of a node.
    Begin(NodeId),
}

/// The stops from one place to another, on a shortest path whose conditions are possible with the values; `None` if there
/// is no path.
pub(super) fn stops<'d>(
    analysis: &'d Analysis<'d>,
    from: End,
    to: EventRef,
    values: &Values<'_>,
) -> Option<Vec<Stop<'d>>> {
    let values = &values.of_any_turn();
    let way = way(analysis, from, to, Some(values)).or_else(|| way(analysis, from, to, None))?;
    Some(along(analysis, &way, from, to))
}

/// The same, only where the conditions of the path are possible with the values.
pub(super) fn possible<'d>(
    analysis: &'d Analysis<'d>,
    from: End,
    to: EventRef,
    values: &Values<'_>,
) -> Option<Vec<Stop<'d>>> {
    let way = way(analysis, from, to, Some(&values.of_any_turn()))?;
    Some(along(analysis, &way, from, to))
}

/// Whether the shortest path from one event to another begins an iteration of the loop.
pub(super) fn begins(analysis: &Analysis, l: LoopId, from: EventRef, to: EventRef, values: &Values<'_>) -> bool {
    let way = way(analysis, End::At(from), to, Some(&values.of_any_turn()));
    let header = analysis.skeleton.loops[l].header;
    way.is_some_and(|way| way.iter().skip(1).any(|node| Some(*node) == header))
}

/// The stops from one event to another on a path that begins an iteration of the loop.
pub(super) fn stops_by<'d>(
    analysis: &'d Analysis<'d>,
    from: EventRef,
    l: LoopId,
    to: EventRef,
    values: &Values<'_>,
) -> Option<Vec<Stop<'d>>> {
    let header = analysis.skeleton.loops[l].header?;
    let begin = EventRef { node: header, item: 0, effect: 0 };
    let mut out = stops(analysis, End::At(from), begin, values)?;
    out.extend(stops(analysis, End::Begin(header), to, values)?);
    Some(out)
}

fn along<'d>(analysis: &'d Analysis<'d>, way: &[NodeId], from: End, to: EventRef) -> Vec<Stop<'d>> {
    let mut out = Vec::new();
    for (position, node) in way.iter().enumerate() {
        let items = &analysis.skeleton.nodes[*node].items;
        let first = match from {
            End::At(at) if position == 0 => at.item as usize + 1,
            _ => 0,
        };
        let last = if position + 1 == way.len() { to.item as usize } else { items.len() };
        for (number, item) in items.iter().enumerate().take(last).skip(first) {
            let at = EventRef { node: *node, item: u32::try_from(number).unwrap_or(u32::MAX), effect: 0 };
            add(&mut out, at, item);
        }
    }
    out
}

/// The stops after an event, on shortest paths forward, up to and including the first that `ends`.
pub(super) fn stops_until<'d>(
    analysis: &'d Analysis<'d>,
    from: EventRef,
    values: &Values<'_>,
    ends: impl Fn(&Stop<'d>) -> bool,
) -> Option<Vec<Stop<'d>>> {
    let nodes = &analysis.skeleton.nodes;
    let values = values.of_any_turn();
    let mut before: BTreeMap<NodeId, NodeId> = BTreeMap::new();
    let mut work = VecDeque::from([(from.node, from.item as usize + 1)]);
    while let Some((node, start)) = work.pop_front() {
        let mut here = Vec::new();
        for (number, item) in nodes[node].items.iter().enumerate().skip(start) {
            let at = EventRef { node, item: u32::try_from(number).unwrap_or(u32::MAX), effect: 0 };
            add(&mut here, at, item);
        }
        if let Some(found) = here.iter().position(&ends) {
            here.truncate(found + 1);
            let to = here.last().and_then(|stop| stop.at)?;
            let mut way = vec![node];
            let mut at = node;
            while at != from.node {
                at = *before.get(&at)?;
                way.push(at);
            }
            way.reverse();
            let mut out = Vec::new();
            for (position, node) in way.iter().enumerate() {
                let begin = if position == 0 { from.item as usize + 1 } else { 0 };
                let end = if position + 1 == way.len() { to.item as usize + 1 } else { usize::MAX };
                for (number, item) in nodes[*node].items.iter().enumerate().take(end).skip(begin) {
                    let at = EventRef { node: *node, item: u32::try_from(number).unwrap_or(u32::MAX), effect: 0 };
                    add(&mut out, at, item);
                }
            }
            return Some(out);
        }
        for edge in nodes[node].succs.iter().filter(|edge| values.admits(edge.cond)) {
            if edge.to != from.node && !before.contains_key(&edge.to) {
                before.insert(edge.to, node);
                work.push_back((edge.to, 0));
            }
        }
    }
    None
}

fn way(analysis: &Analysis, from: End, to: EventRef, values: Option<&Values<'_>>) -> Option<Vec<NodeId>> {
    let nodes = &analysis.skeleton.nodes;
    let (start, item) = match from {
        End::Open => (analysis.skeleton.entry?, None),
        End::At(at) => (at.node, Some(at.item)),
        End::Begin(node) => (node, None),
    };
    if start == to.node && item.is_none_or(|item| item < to.item) {
        return Some(vec![start]);
    }
    let mut before: BTreeMap<NodeId, NodeId> = BTreeMap::new();
    let mut work = VecDeque::from([start]);
    while let Some(node) = work.pop_front() {
        for edge in &nodes[node].succs {
            if values.is_some_and(|values| !values.admits(edge.cond)) || before.contains_key(&edge.to) {
                continue;
            }
            before.insert(edge.to, node);
            if edge.to == to.node {
                let mut way = vec![edge.to];
                let mut at = edge.to;
                loop {
                    at = *before.get(&at)?;
                    way.push(at);
                    if at == start {
                        way.reverse();
                        return Some(way);
                    }
                }
            }
            work.push_back(edge.to);
        }
    }
    None
}

fn add<'d>(out: &mut Vec<Stop<'d>>, at: EventRef, item: &'d Item) {
    let routine = match &item.event {
        Event::Epoch(epoch) => &epoch.routine.name,
        Event::Complete(complete) => &complete.routine.name,
        Event::Order(order) => &order.routine.name,
        _ => return,
    };
    let same = |stop: &&mut Stop<'_>| stop.loc == item.loc && stop.ctx == Some(item.ctx) && stop.routine == routine;
    let stop = match out.last_mut().filter(same) {
        Some(stop) => stop,
        None => {
            out.push(Stop { at: Some(at), routine, loc: item.loc, ctx: Some(item.ctx), ..Stop::default() });
            let Some(stop) = out.last_mut() else { return };
            stop
        }
    };
    stop.at = Some(at);
    match &item.event {
        Event::Epoch(epoch) => stop.epoch = Some(epoch),
        Event::Complete(complete) => stop.complete.push(complete),
        Event::Order(order) => stop.order.push(order),
        _ => {}
    }
}
