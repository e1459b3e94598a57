//! Makes a game of a set of rules.

use super::{Choice, Effects, Kind, Next, Order, Phase, Rules};
use trivium_core::event::MESSAGE_LIMIT;
use trivium_core::game::Applied;
use trivium_core::{
    Announce, Attempt, Code, Condition, Dec, Decision, Due, Event, Game, Json, LegalForm, Message, Observation, Origin,
    Refusal, Rng, Seat, SeatSet, Status, Step,
};

/// A game at play: rules, the events so far, who sees them, and the choices of the running phase.
#[derive(Clone)]
pub struct Table<R> {
    rules: R,
    params: Json,
    condition: Condition,
    events: Vec<Event>,
    seen_by: Vec<SeatSet>,
    /// Order in which observations list the events: that of the record, but a finished simultaneous phase stands
    /// in seat order, so that nothing shows who chose first.
    view: Vec<u32>,
    steps: Vec<Step>,
    totals: Vec<Dec>,
    pending: Vec<Choice>,
    last_round: u32,
}

impl<R: Rules> Table<R> {
    /// A game at its start.
    pub fn new(rules: R, condition: Condition) -> Table<R> {
        let (params, totals) = (rules.params(), vec![Dec::ZERO; usize::from(rules.seats())]);
        Table {
            rules,
            params,
            condition,
            events: Vec::new(),
            seen_by: Vec::new(),
            view: Vec::new(),
            steps: Vec::new(),
            totals,
            pending: Vec::new(),
            last_round: 1,
        }
    }

    /// The rules with their state.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    fn waiting(&self, phase: &Phase) -> Vec<Seat> {
        match phase.order {
            Order::Sequential => phase.seats.get(self.pending.len()).copied().into_iter().collect(),
            Order::Simultaneous => {
                phase.seats.iter().copied().filter(|s| !self.pending.iter().any(|c| c.seat == *s)).collect()
            }
        }
    }

    /// The reason against a decision before its content is looked at, in the order of the rules.
    fn admit(&self, seat: Seat, name: &str, is_message: bool) -> Result<Phase, Code> {
        let next = self.rules.next();
        if next == Next::Over {
            return Err(Code::GameOver);
        }
        if is_message && self.condition == Condition::Silent {
            return Err(Code::MessagesOff);
        }
        let Next::Phase(phase) = next else { return Err(Code::WrongPhase) };
        if phase.name != name || (phase.kind == Kind::Talk) != is_message {
            return Err(Code::WrongPhase);
        }
        let acted = self.pending.iter().any(|c| c.seat == seat);
        match (phase.seats.contains(&seat), acted, self.waiting(&phase).contains(&seat)) {
            (true, _, true) => Ok(phase),
            (true, true, _) => Err(Code::AlreadyActed),
            _ => Err(Code::NotYourTurn),
        }
    }

    fn act(&mut self, seat: Seat, name: &str, action: &Json, origin: Origin) -> Result<Applied, Refusal> {
        let phase = self.admit(seat, name, false)?;
        let action = self.rules.check(&phase, seat, action)?;
        let event = Event::Action {
            round: self.rules.round(),
            phase: name.to_owned(),
            seat,
            action: action.clone(),
            fallback: origin == Origin::Fallback,
        };
        Ok(self.take(&phase, seat, action, event))
    }

    fn say(&mut self, seat: Seat, name: &str, message: &Json, origin: Origin) -> Result<Applied, Refusal> {
        let phase = self.admit(seat, name, true)?;
        let object = message.as_object().ok_or(Code::Malformed)?;
        let text = object.get("text").and_then(Json::as_str).ok_or(Code::Malformed)?;
        let announce = object.get("announce");
        if let Some(parsed) = Announce::parse(announce).map_err(|_| Code::BadAnnounce)?
            && !self.rules.admits(&phase, seat, &parsed)
        {
            return Err(Code::BadAnnounce.into());
        }
        let (text, cut) = match text.char_indices().nth(MESSAGE_LIMIT) {
            Some((end, _)) => (text[..end].to_owned(), true),
            None => (text.to_owned(), object.get("cut") == Some(&Json::Bool(true))),
        };
        // `null` says nothing and does not survive a record as anything else.
        let announce = announce.filter(|a| !a.is_null()).cloned();
        let message = Message { text, announce, cut };
        let event = Event::Message {
            round: self.rules.round(),
            phase: name.to_owned(),
            seat,
            message,
            fallback: origin == Origin::Fallback,
        };
        Ok(self.take(&phase, seat, Json::Null, event))
    }

    fn log(&mut self, event: &Event, seen_by: SeatSet) -> u32 {
        let at = self.events.len() as u32;
        self.last_round = event.round();
        self.events.push(event.clone());
        self.seen_by.push(seen_by);
        self.view.push(at);
        at
    }

    fn take(&mut self, phase: &Phase, seat: Seat, action: Json, event: Event) -> Applied {
        let audience = match phase.order {
            Order::Sequential => phase.audience.with(SeatSet::one(seat)),
            Order::Simultaneous => SeatSet::one(seat),
        };
        let at = self.log(&event, audience);
        self.pending.push(Choice { seat, action, at });
        if self.pending.len() < phase.seats.len() {
            return Applied { event, step: None };
        }
        let mut choices = std::mem::take(&mut self.pending);
        if phase.order == Order::Simultaneous {
            choices.sort_by_key(|c| c.seat);
            // Chance events never stand inside a phase, so its events are the last ones.
            let tail = self.view.len() - choices.len();
            self.view.truncate(tail);
            for choice in &choices {
                self.view.push(choice.at);
                let at = choice.at as usize;
                self.seen_by[at] = self.seen_by[at].with(phase.audience);
            }
        }
        let round = self.rules.round();
        let mut effects = Effects::default();
        self.rules.on_phase(phase, &choices, &mut effects);
        Applied { event, step: self.settle(round, effects) }
    }

    fn settle(&mut self, round: u32, effects: Effects) -> Option<Step> {
        for (at, seats) in effects.reveal {
            if let Some(seen_by) = self.seen_by.get_mut(at as usize) {
                *seen_by = seen_by.with(seats);
            }
        }
        let (payoffs, outcome) = effects.step?;
        for (total, &pay) in self.totals.iter_mut().zip(&payoffs) {
            *total += pay;
        }
        let step = Step { round, after: self.events.len() as u32, payoffs, outcome };
        self.steps.push(step.clone());
        Some(step)
    }

    fn happen(&mut self, round: u32, name: &str, seat: Option<Seat>, value: &Json) -> Result<Applied, Refusal> {
        let due = match self.rules.next() {
            Next::Over => return Err(Code::GameOver.into()),
            Next::Chance(due) => due,
            Next::Phase(_) => return Err(Code::WrongPhase.into()),
        };
        if due.name != name || due.seat != seat || self.rules.round() != round {
            return Err(Code::WrongPhase.into());
        }
        let value = self.rules.support(&due, value)?;
        let event = Event::Chance { round, name: name.to_owned(), seat, value: value.clone() };
        let at = self.log(&event, due.audience);
        let mut effects = Effects::default();
        self.rules.on_chance(&due, &value, at, &mut effects);
        Ok(Applied { event, step: self.settle(round, effects) })
    }
}

impl<R: Rules> Game for Table<R> {
    fn id(&self) -> &'static str {
        self.rules.id()
    }

    fn params(&self) -> &Json {
        &self.params
    }

    fn condition(&self) -> Condition {
        self.condition
    }

    fn seats(&self) -> Seat {
        self.rules.seats()
    }

    fn role(&self, seat: Seat) -> String {
        self.rules.role(seat).to_owned()
    }

    fn status(&self) -> Status {
        match self.rules.next() {
            Next::Over => Status { round: self.last_round, phase: "over", to_act: Vec::new(), due: None, talk: false },
            Next::Chance(due) => Status {
                round: self.rules.round(),
                phase: "chance",
                to_act: Vec::new(),
                due: Some(Due { name: due.name, seat: due.seat }),
                talk: false,
            },
            Next::Phase(phase) => Status {
                round: self.rules.round(),
                phase: phase.name,
                to_act: self.waiting(&phase),
                due: None,
                talk: phase.kind == Kind::Talk,
            },
        }
    }

    fn legal(&self, seat: Seat) -> Option<LegalForm> {
        let Next::Phase(phase) = self.rules.next() else { return None };
        if !self.waiting(&phase).contains(&seat) {
            return None;
        }
        Some(match phase.kind {
            Kind::Talk => LegalForm::Text,
            Kind::Act => self.rules.legal(&phase, seat),
        })
    }

    fn fallback(&self, seat: Seat) -> Option<Decision> {
        let Next::Phase(phase) = self.rules.next() else { return None };
        if !self.waiting(&phase).contains(&seat) {
            return None;
        }
        Some(match phase.kind {
            Kind::Talk => Decision::say(""),
            Kind::Act => Decision::Action(self.rules.fallback(&phase, seat)),
        })
    }

    fn attempt(&mut self, seat: Seat, phase: &str, attempt: Attempt, origin: Origin) -> Result<Applied, Refusal> {
        match attempt {
            Attempt::Action(action) => self.act(seat, phase, &action, origin),
            Attempt::Message(message) => self.say(seat, phase, &message, origin),
        }
    }

    fn apply(&mut self, event: &Event) -> Result<Applied, Refusal> {
        let origin = |fallback: bool| if fallback { Origin::Fallback } else { Origin::Chosen };
        if !matches!(self.rules.next(), Next::Over) && event.round() != self.rules.round() {
            return Err(Code::WrongPhase.into());
        }
        match event {
            Event::Chance { round, name, seat, value } => self.happen(*round, name, *seat, value),
            Event::Action { phase, seat, action, fallback, .. } => self.act(*seat, phase, action, origin(*fallback)),
            Event::Message { phase, seat, message, fallback, .. } => {
                let value = serde_json::to_value(message).unwrap_or_default();
                self.say(*seat, phase, &value, origin(*fallback))
            }
        }
    }

    fn draw(&self, rng: &mut Rng) -> Option<Event> {
        let Next::Chance(due) = self.rules.next() else { return None };
        Some(Event::Chance {
            round: self.rules.round(),
            name: due.name.to_owned(),
            seat: due.seat,
            value: self.rules.draw(&due, rng),
        })
    }

    fn observe(&self, seat: Seat) -> Observation {
        let status = self.status();
        Observation {
            game: self.rules.id(),
            params: self.params.clone(),
            condition: self.condition,
            seat,
            role: self.role(seat),
            round: status.round,
            phase: status.phase,
            legal: self.legal(seat),
            events: self.visible(seat).into_iter().map(|at| self.events[at as usize].clone()).collect(),
            results: self.steps.iter().map(|step| self.rules.step_view(seat, step)).collect(),
            own_total: self.totals.get(usize::from(seat)).copied().unwrap_or_default(),
            totals: self.rules.public_payoffs().then(|| self.totals.clone()),
            facts: self.rules.facts(seat),
        }
    }

    fn visible(&self, seat: Seat) -> Vec<u32> {
        self.view.iter().copied().filter(|&at| self.seen_by[at as usize].has(seat)).collect()
    }

    fn events(&self) -> &[Event] {
        &self.events
    }

    fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn totals(&self) -> Vec<Dec> {
        self.totals.clone()
    }

    fn boxed(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}
