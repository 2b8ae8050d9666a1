import { describe, expect, it } from "vitest";
import type { PointResult, RestorePoint } from "../../../../src/actions/index.ts";
import { pointsView, pointView } from "../../../../src/bot/features/restore-points.ts";
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
	holds: ["dns"],
});

const rowOf = (locale: string, outcome: Outcome, now = new Date("2026-12-01T10:00:00Z")) =>
	labels(pointsView(texts(locale), { domain }, [pointBefore(outcome)], now))[0]?.[0] ?? "";
const opened = (locale: string, outcome: Outcome) => {
	const found = {
		kind: "point" as const,
		domain,
		point: pointBefore(outcome),
		changes: [],
		unknown: [],
		unrestored: [],
		blocked: null,
	};
	return pointView(texts(locale), { domain, key: { operationId: 1 } }, found);
};

it("the list names the outcome of a change unless it is done", () => {
	expect(rowOf("en", "done")).toMatch(/^🧭 .+ · #4K7Q$/);
	expect(rowOf("en", "in_doubt")).toMatch(/ · unknown$/);
	expect(rowOf("en", "in_progress")).toMatch(/ · in progress$/);
	expect(rowOf("en", "failed")).toMatch(/ · failed$/);
});

it("the list names the year of an earlier year only, and counts 24 hours a day", () => {
	expect(rowOf("en", "done")).toBe("🧭 Nov 20, 10:00 UTC · #4K7Q");
	expect(rowOf("en", "done", new Date("2027-01-02T10:00:00Z"))).toBe("🧭 Nov 20, 2026, 10:00 UTC · #4K7Q");
});

it("the list shows the day of a named point, and shortens the name", () => {
	const named = (name: string, locale = "en", year = 2026) => {
		const point: RestorePoint = { ...pointBefore("done"), key: { pointId: 1 }, name, before: null };
		const now = new Date(`${year}-12-01T10:00:00Z`);
		return labels(pointsView(texts(locale), { domain }, [point], now))[0]?.[0] ?? "";
	};
	expect(named("before the move")).toBe("📌 before the move · Nov 20");
	expect(named("before the move", "en", 2027)).toBe("📌 before the move · Nov 20, 2026");
	expect(named("x".repeat(60))).toMatch(/^📌 x+…x+ · Nov 20$/);
	for (const locale of texts.locales)
		for (const year of [2026, 2027]) expect([...named("x".repeat(60), locale, year)].length).toBe(35);
});

it("a point of a change in doubt says so, and leads to the order", () => {
	expect(visible(opened("en", "done"))).not.toContain("doubt");
	const doubtful = opened("en", "in_doubt");
	expect(visible(doubtful)).toContain("Result unknown: this change may or may not have been made.");
	expect(labels(doubtful).flat()).toContain("🧾 #4K7Q");
	expect(visible(opened("en", "failed"))).toContain("one answer of the registrar was unclear");
});

it("the list says what the points of each kind hold", () => {
	const points = (["dns", "nameservers", "edge"] as const).map((kind): RestorePoint => {
		return { ...pointBefore("done"), before: { reference: "#4K7Q", kind, outcome: "done" }, holds: [kind] };
	});
	const now = new Date("2026-12-01T10:00:00Z");
	const all = visible(pointsView(texts("en"), { domain }, points, now));
	for (const held of ["🧭 DNS records", "🖥 Nameservers", "🛡 Edge profile"]) expect(all).toContain(held);
	expect(all).not.toContain("📌");
	expect(visible(pointsView(texts("en"), { domain }, points.slice(0, 1), now))).not.toContain("🖥");
});

it.each([
	[["dns"], "It holds the records. Nameservers and edge profile stay as they are now."],
	[["nameservers"], "It holds the nameservers. The records stay as they are now."],
	[["edge"], "It holds the edge profile. The records stay as they are now."],
	[["dns", "nameservers"], "It holds the records and the nameservers."],
	[["dns", "edge"], "It holds the records and the edge profile."],
] as const)("a point that holds %s says what stays as it is", (holds, text) => {
	const point = { ...pointBefore("done"), holds };
	const found = { kind: "point", domain, point, changes: [], unknown: [], unrestored: [], blocked: null } as const;
	expect(visible(pointView(texts("en"), { domain, key: { operationId: 1 } }, found))).toContain(text);
});

it.each(texts.locales)("every outcome has its words in %s", (locale) => {
	for (const outcome of ["done", "in_doubt", "in_progress", "failed"] as const) {
		expect(rowOf(locale, outcome).length).toBeLessThan(40);
		expect(refusals(opened(locale, outcome))).toEqual([]);
	}
});

describe("a saved point", () => {
	const saved: RestorePoint = { ...pointBefore("done"), key: { pointId: 1 }, before: null, holds: ["dns", "edge"] };
	const same = {
		kind: "point" as const,
		domain,
		point: saved,
		changes: [],
		unknown: [],
		unrestored: [],
		blocked: null,
	};
	const show = (result: Exclude<PointResult, { kind: "trouble" }>) =>
		pointView(texts("en"), { domain, key: { pointId: 1 } }, result);

	it("of an empty zone cannot be restored, and says why", () => {
		const record = { type: "A", hostname: "@", value: "203.0.113.1", ttl: null, priority: null };
		const diff = { removed: [record], changed: [], added: [], kept: 0 };
		const view = show({ ...same, changes: [{ kind: "dns", diff, lostFields: [], risks: [] }] });
		expect(visible(view)).toContain("This point has no records, but the registrar requires at least one.");
		expect(labels(view).flat()).not.toContain("↩️ Restore records");
	});

	it("does not claim that all is the same if fields differ", () => {
		const text = visible(show({ ...same, unrestored: ["proxied"] }));
		expect(text).toContain(
			"These extra fields of the registrar differ from the restore point, and stay as they are now: proxied",
		);
		expect(text).not.toContain("everything is the same");
	});

	it("names the parts that are not compared", () => {
		const text = visible(show({ ...same, unknown: ["nameservers", "edge"] }));
		expect(text).toContain("doesn’t report the current nameservers");
		expect(text).toContain("doesn’t report the current edge profile");
	});
});
