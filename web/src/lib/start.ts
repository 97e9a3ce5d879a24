// A game begun at once: by these rules, against bots; this browser keeps its key.
import { ask, rulebook, type BookName } from "./api";
import { keepGame } from "./games";
import { route } from "./route.svelte";
import { said, t } from "./words.svelte";

const SEATS = 4;

export async function startGame(book: BookName): Promise<void> {
  const told = await rulebook({ id: book.id });
  const seats = Number((told.play.deal as { seats?: number } | undefined)?.seats ?? SEATS);
  const { id, key, join_key, watch_key } = await ask("POST /api/games", {
    rule: { id: book.id },
    name: localStorage.getItem("name") || t("play.me"),
    others: Array.from({ length: seats - 1 }, () => "easy"),
  });
  keepGame({ id, key, join_key, watch_key, rule: said(book.name), book: book.id, when: Date.now() });
  route.go("play", { game: id, key });
}
