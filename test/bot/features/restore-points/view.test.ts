import { expect, it } from "vitest";
import type { RestorePoint } from "../../../../src/actions/index.ts";
import { pointsView, pointView } from "../../../../src/bot/features/restore-points/view.ts";
import { texts } from "../../../support/texts.ts";
import { labels, refusals, visible } from "../../../support/views.ts";

type Outcome = NonNullable<RestorePoint["before"]>["outcome"];

const domain = "shop.com";
const pointBefore = (outcome: Outcome): RestorePoint => ({
	key: { operationId: 1 },
	at: new Date("2026-11-20T10:00:00Z"),
	by: { mine: true, name: null },
	name: null,
	before: { reference: "#4K7Q", kind: "dns", outcome },
});

const rowOf = (locale: string, outcome: Outcome) =>
	labels(pointsView(texts(locale), { domain }, [pointBefore(outcome)]))[0]?.[0] ?? "";
const opened = (locale: string, outcome: Outcome) => {
	const found = { kind: "point" as const, domain, point: pointBefore(outcome), changes: [], blocked: null };
	return pointView(texts(locale), { domain, key: { operationId: 1 } }, found);
};

it("the list names the outcome of a change unless it is done", () => {
	expect(rowOf("en", "done")).toMatch(/^🧭 .+ · #4K7Q$/);
	expect(rowOf("en", "in_doubt")).toMatch(/ · in doubt$/);
	expect(rowOf("en", "in_progress")).toMatch(/ · in progress$/);
	expect(rowOf("en", "failed")).toMatch(/ · failed$/);
});

it("a point of a change in doubt says so, and leads to the order", () => {
	expect(visible(opened("en", "done"))).not.toContain("doubt");
	const doubtful = opened("en", "in_doubt");
	expect(visible(doubtful)).toContain("In doubt: it is not known if this change was made.");
	expect(labels(doubtful).flat()).toContain("🧾 #4K7Q");
	expect(visible(opened("en", "failed"))).toContain("failed after a call without a clear answer");
});

it.each(texts.locales)("every outcome has its words in %s", (locale) => {
	for (const outcome of ["done", "in_doubt", "in_progress", "failed"] as const) {
		expect(rowOf(locale, outcome).length).toBeLessThan(40);
		expect(refusals(opened(locale, outcome))).toEqual([]);
	}
});
