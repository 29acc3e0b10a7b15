//! Messages: all ways in which receives can match sends, up to a bound (MPI 4.1, 3.5; thesis, 3.3.1 and 3.3.4).

use super::unroll::{Act, Incoming, Outgoing};
use super::world::World;
use crate::order::{Graph, Node, Order};
use crate::race::Invalid;
use std::collections::BTreeMap;

/// Limit on the number of choices of one message among several.
const MAX_CHOICES: usize = 3000;

struct Send<'a> {
    process: usize,
    begin: Node,
    arrival: Node,
    out: &'a Outgoing,
    blocking: bool,
    taken: bool,
}

struct Recv<'a> {
    process: usize,
    begin: Node,
    arrival: Node,
    incoming: &'a Incoming,
}

struct Search<'a> {
    world: &'a World,
    sends: Vec<Send<'a>>,
    recvs: Vec<Recv<'a>>,
    found: Vec<Order>,
    choices: usize,
}

/// Whether each process receives as many messages on a communicator as are sent to it. This does not depend on executions.
pub fn all_received(world: &World) -> bool {
    let mut left: BTreeMap<(usize, u32), i64> = BTreeMap::new();
    for (process, steps) in world.steps.iter().enumerate() {
        for s in steps {
            let Act::Message { send, recv, .. } = &s.act else { continue };
            if let Some(out) = send {
                *left.entry((out.dest, out.tag.0)).or_default() += 1;
            }
            if let Some(incoming) = recv {
                *left.entry((process, incoming.tag.0)).or_default() -= 1;
            }
        }
    }
    left.values().all(|n| *n == 0)
}

/// The happens-before order of every way in which the messages can match.
///
/// # Errors
/// When the program may hang, leaves a message unreceived, or has too many ways.
pub fn executions(world: &World) -> Result<Vec<Order>, Invalid> {
    let (mut sends, mut recvs) = (Vec::new(), Vec::new());
    for (process, steps) in world.steps.iter().enumerate() {
        for (step, s) in steps.iter().enumerate() {
            let Act::Message { send, recv, request } = &s.act else { continue };
            let (begin, arrival) = (world.begin(process, step), world.arrival(process, step));
            if let Some(out) = send {
                // A call that also receives does not wait for its own send.
                let blocking = recv.is_none();
                sends.push(Send { process, begin, arrival, out, blocking, taken: false });
            }
            recvs.extend(recv.iter().map(|incoming| Recv { process, begin, arrival, incoming }));
            debug_assert!(request.is_none() || send.is_none() || recv.is_none());
        }
    }
    let mut search = Search { world, sends, recvs, found: Vec::new(), choices: 0 };
    search.next(0, &world.order, &world.waits)?;
    if search.found.is_empty() { Err(Invalid("no execution ends")) } else { Ok(search.found) }
}

impl Search<'_> {
    /// Matches the receives from `k` on; each takes the first message of its source that was not taken yet.
    fn next(&mut self, k: usize, order: &Graph, waits: &Graph) -> Result<(), Invalid> {
        let Some(recv) = self.recvs.get(k) else {
            let Some(closed) = order.close() else { return Ok(()) };
            if self.sends.iter().any(|send| !send.taken) {
                return Err(Invalid("a message is not received"));
            }
            waits.close().ok_or(Invalid("may hang"))?;
            self.found.push(closed);
            return Ok(());
        };
        let (tag, source, to) = (recv.incoming.tag, recv.incoming.source, recv.process);
        let (begin, arrival) = (recv.begin, recv.arrival);
        let mut candidates = Vec::new();
        for from in 0..self.world.steps.len() {
            let fits = |s: &Send| {
                !s.taken
                    && s.process == from
                    && s.out.dest == to
                    && s.out.tag.0 == tag.0
                    && (tag.1.is_none() || s.out.tag.1 == tag.1)
            };
            let first = self.sends.iter().position(fits);
            candidates.extend(first.filter(|_| source.is_none_or(|s| s == from)));
        }
        // With a cycle nobody gets here; without one the receive waits for ever.
        if candidates.is_empty() && order.close().is_some() {
            return Err(Invalid("a receive without a message"));
        }
        self.choices += if candidates.len() > 1 { candidates.len() } else { 0 };
        if self.choices > MAX_CHOICES {
            return Err(Invalid("too many ways to match"));
        }
        for index in candidates {
            let (mut order, mut waits) = (order.clone(), waits.clone());
            let send = &mut self.sends[index];
            send.taken = true;
            let (sent, done) = (send.begin, send.arrival);
            order.edge(sent, arrival);
            waits.edge(sent, arrival);
            if send.out.synchronous {
                order.edge(begin, done);
            }
            if send.blocking {
                waits.edge(begin, done);
            }
            self.next(k + 1, &order, &waits)?;
            self.sends[index].taken = false;
        }
        Ok(())
    }
}
