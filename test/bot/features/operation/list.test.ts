import { expect, it } from "vitest";
import { operationsView } from "../../../../src/bot/features/operation/list.ts";
import { anItem, anOperation } from "../../../support/operations.ts";
import { texts } from "../../../support/texts.ts";
import { labels, visible } from "../../../support/views.ts";

it("Orders names the year of an order of an earlier year", () => {
	const createdAt = new Date("2026-11-20T10:00:00Z");
	const rowAt = (readAt: string) => {
		const operation = { ...anOperation(), createdAt, readAt: new Date(readAt) };
		return labels(operationsView(texts("en"), { kind: "operations", operations: [operation], total: 1, offset: 0 }, {}))
			.flat()
			.at(0);
	};
	expect(rowAt("2026-12-31T10:00:00Z")).toMatch(/ · Nov 20$/);
	expect(rowAt("2027-01-01T10:00:00Z")).toMatch(/ · Nov 20, 2026$/);
});

it.each(texts.locales)(
	"has in %s the reference of a change, what it did and when; the text names the domain",
	(locale) => {
		const record = { type: "A", hostname: "@", value: "203.0.113.5", ttl: 300, priority: null } as const;
		const diff = { removed: [record], changed: [], added: [record, record], kept: 0 };
		const createdAt = new Date("2027-03-01T09:27:00Z");
		const operation = anOperation({
			kind: "dns",
			state: "succeeded",
			reference: "#QASC",
			items: [anItem({ domain: "a-very-long-name-of-a-shop.example.com", phase: "succeeded" })],
			change: { kind: "dns", diff, lostFields: [], risks: [] },
			createdAt,
			readAt: new Date("2027-03-01T12:00:00Z"),
		});
		const t = texts(locale);
		const view = operationsView(t, { kind: "operations", operations: [operation], total: 1, offset: 0 }, {});
		const deed = t("operations-did-records", { what: "+2 −1", count: 3 });
		expect(labels(view)[0]).toEqual([`✅ #QASC · 🧭 ${deed} · 09:27`]);
		expect(visible(view)).toContain("#QASC a-very-long-name");
	},
);
