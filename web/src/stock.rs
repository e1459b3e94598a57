//! What a program of the page has on board. Named here once, so that the first page's program links one game and not
//! all of them.

use crate::live::{Keeper, Live};
use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;
use trivium_core::Game;
use trivium_games::{GAMES, GameInfo, Shelf, dilemma};
use trivium_measures::formulas::dilemma::REPEATED;
use trivium_measures::{Scores, score, scores::score_by};

/// Asks the models of a game.
pub type AskModels = fn(Live, Keeper) -> Pin<Box<dyn Future<Output = ()>>>;

/// What is on board.
#[derive(Clone, Copy)]
pub struct Stock {
    /// The games, their agents, rules and words.
    pub games: Shelf,
    /// Scores a play of one of them.
    pub score: fn(&dyn Game) -> Option<Scores>,
    /// Asks the models that sit in a game; nothing where no model can sit.
    pub ask_models: Option<AskModels>,
}

/// The first page: the repeated dilemma.
pub const FIRST: Stock = Stock {
    games: Shelf(&[&dilemma::REPEATED]),
    score: |game| (game.id() == REPEATED.game).then(|| score_by(&REPEATED, game)).flatten(),
    ask_models: None,
};

/// The application: everything.
pub const ALL: Stock = Stock {
    games: Shelf(GAMES),
    score,
    ask_models: Some(|live, keeper| Box::pin(async move { live.ask_models(&keeper).await })),
};

static STOCK: OnceLock<Stock> = OnceLock::new();

/// Says what this program has; the first word stands.
pub fn fill(stock: Stock) {
    let _ = STOCK.set(stock);
}

/// What this program has. `main` says so before anything is drawn.
fn stock() -> Stock {
    STOCK.get().copied().unwrap_or(FIRST)
}

/// The games on board, as a source of games and agents.
pub fn games() -> Shelf {
    stock().games
}

/// A game on board.
pub fn find(id: &str) -> Option<&'static GameInfo> {
    games().find(id).ok()
}

/// The scores of a play.
pub fn scores(game: &dyn Game) -> Option<Scores> {
    (stock().score)(game)
}

/// How models are asked, if they can be.
pub fn ask_models() -> Option<AskModels> {
    stock().ask_models
}
