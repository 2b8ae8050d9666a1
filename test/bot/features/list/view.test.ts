import { expect, it } from "vitest";
import type { BoardFacts, ListedName } from "../../../../src/actions/index.ts";
import { boardView } from "../../../../src/bot/features/list/view.ts";
import { texts } from "../../../support/texts.ts";
import { labels } from "../../../support/views.ts";

const pageSize = 25;

const listed = (name: string, state: ListedName["state"], rest: Partial<ListedName> = {}): ListedName => ({
	name,
	state,
	registerCents: 1_150,
	renewCents: 1_250,
	code: null,
	message: null,
	premium: false,
	chosen: false,
	...rest,
});

/** A page in the middle of a long list. It has names to register and names that the person owns. */
const board: BoardFacts = {
	kind: "board",
	state: "done",
	trouble: null,
	total: 300,
	checked: 300,
	leftOut: 0,
	duplicates: 0,
	skipped: 0,
	unlisted: 0,
	names: [
		...["plum-a.com", "plum-b.com", "plum-c.com"].map((name) => listed(name, "available", { chosen: true })),
		...["plum-d.com", "plum-e.com"].map((name) => listed(name, "yours")),
	],
	matching: 300,
	available: 200,
	chosen: { count: 150, hidden: 0, nowCents: 172_500, renewCents: 187_500 },
	counts: { available: 200, yours: 40, taken: 60, refused: 0, unknown: 0, not_name: 0, open: 0 },
	balanceCents: 500_000,
	sandbox: false,
	mostOrdered: 100,
};

it.each(["done", "stopped"] as const)("has at most eight buttons besides its rows (%s)", (state) => {
	const checked = state === "stopped" ? 200 : 300;
	const view = (t: ReturnType<typeof texts>) =>
		boardView(t, { ...board, state, checked }, { boardId: 1, name: "plum-a.com", years: 1, page: 5 }, pageSize);
	for (const locale of texts.locales) {
		const others = labels(view(texts(locale)))
			.flat()
			.filter((label) => !label.includes("plum-"));
		expect(others.length, others.join()).toBeLessThanOrEqual(8);
	}
});
