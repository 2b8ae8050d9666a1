import { expect, it } from "vitest";
import { operationsView } from "../../../../src/bot/features/operation/list.ts";
import { anOperation } from "../../../support/operations.ts";
import { texts } from "../../../support/texts.ts";
import { labels } from "../../../support/views.ts";

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
