// A review as it is worked out: the server tells it line by line, each decision as it is judged, the whole at the end.
import { Problem, tongue } from "./api";
import type { DecisionTold, ReviewBegun, ReviewProblem, ReviewTold, Routes } from "./api_types";
import { problem } from "./replay.svelte";

type Line = Routes["POST /api/review"]["tells"];
type Question = Routes["POST /api/review"]["asks"];
export type Decision = DecisionTold;

// The lines of a stream, each as soon as it is whole.
export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const parts = (rest + (value ?? "")).split("\n");
    rest = done ? "" : (parts.pop() ?? "");
    for (const part of parts) if (part.trim()) yield part;
    if (done) return;
  }
}

export const refused = (told: Partial<ReviewProblem>, status: number): Problem =>
  new Problem(told.status ?? status, told.title ?? String(status), told.faults ?? [], told.causes ?? []);

export class Review {
  begun: ReviewBegun | undefined = $state.raw();
  told: ReviewTold | undefined = $state.raw();
  decisions: Decision[] = $state.raw([]);
  done = $state(0);
  of = $state(0);
  works = $state(false);
  faults: string[] = $state([]);
  private stopper: AbortController | undefined;

  // The mistakes found so far, the costliest first.
  get moments(): Decision[] {
    return this.decisions
      .filter((one) => one.verdict === "mistake")
      .sort((a, b) => (b.cost?.mean ?? 0) - (a.cost?.mean ?? 0) || a.step - b.step);
  }

  async start(question: Question): Promise<void> {
    this.stop();
    const stopper = (this.stopper = new AbortController());
    this.begun = this.told = undefined;
    this.decisions = [];
    this.faults = [];
    this.done = this.of = 0;
    this.works = true;
    try {
      const answer = await fetch("/api/review", {
        method: "POST",
        signal: stopper.signal,
        headers: { ...tongue(), prefer: "faults=answer", "content-type": "application/json" },
        body: JSON.stringify(question),
      });
      if (!answer.body || !answer.ok || answer.headers.get("content-type")?.startsWith("application/problem"))
        throw refused((await answer.json().catch(() => ({}))) as Partial<ReviewProblem>, answer.status);
      for await (const line of linesOf(answer.body)) this.hear(JSON.parse(line) as Line);
    } catch (error) {
      if (!stopper.signal.aborted) this.faults = problem(error);
    }
    if (this.stopper === stopper) this.works = false;
  }
  private hear(line: Line): void {
    if (line.kind === "problem") throw refused(line, line.status);
    if (line.kind === "begin") {
      this.begun = line;
      this.of = line.of;
    } else if (line.kind === "review") {
      this.told = line;
      this.done = this.of;
    } else {
      if (line.kind === "decision") this.decisions = [...this.decisions, line];
      this.done = line.done;
      this.of = line.of;
    }
  }
  // Whoever hangs up ends the work.
  stop(): void {
    this.stopper?.abort();
    this.works = false;
  }
}
