import { describe, expect, it } from "vitest";
import type { Quote } from "../../../../src/actions/index.ts";
import { operationView } from "../../../../src/bot/features/operation/view.ts";
import { anItem, anOperation, aQuote, noon } from "../../../support/operations.ts";
import { texts } from "../../../support/texts.ts";
import { refusals, visible } from "../../../support/views.ts";

type Check = NonNullable<Quote["servers"]>;

const change = {
	kind: "nameservers" as const,
	before: ["ns1.small.net"],
	after: ["a.net", "b.net"],
	presetKey: null,
	leavesEdge: false,
	risks: ["nameservers" as const],
};

function planOf(check: Partial<Check>, count: number, locale = "en") {
	const servers = { checked: 2, total: 2 };
	const whole = { warnings: [], servers, domains: { checked: count, total: count }, unlisted: false, ...check };
	const items = Array.from({ length: count }, (_, id) => anItem({ id, domain: `d${id}.com`, change }));
	const quote = aQuote({ totalCents: 0, servers: whole });
	const operation = anOperation({ kind: "nameservers", state: "quoted", items, change, quote, risks: change.risks });
	return operationView(texts(locale), {
		operation,
		now: noon,
		topUpUrl: null,
		finalQuoteNumber: quote.number,
		warnings: change.risks,
	});
}
const seen = (check: Partial<Check>, count = 1) => visible(planOf(check, count));

describe("the preview of new nameservers", () => {
	it("says that they were checked", () => {
		expect(seen({})).toContain("🔎 New nameservers checked: 2 of 2");
		expect(seen({})).not.toMatch(/sample|all 1 domain/);
		expect(seen({}, 3)).toContain("They were asked about all 3 domains.");
	});

	it("says what was not checked", () => {
		const sampled = seen({ domains: { checked: 5, total: 500 } }, 9);
		expect(sampled).toContain("They were asked about a sample: 5 of 500 domains.");
		expect(seen({ servers: { checked: 1, total: 2 } })).toContain("checked: 1 of 2. The others weren’t checked.");
		const offline = seen({ servers: { checked: 0, total: 2 }, domains: { checked: 0, total: 9 } }, 9);
		expect(offline).toContain("The new nameservers weren’t checked (0 of 2)");
		expect(offline).not.toContain("asked about");
		expect(seen({ servers: { checked: 0, total: 0 }, unlisted: true })).toContain("Only the registrar knows");
	});

	it("names the domains of a warning if there are several", () => {
		const lame = { at: "a.net", problem: "lame" as const, domain: "d1.com", more: 2 };
		expect(seen({ warnings: [lame] })).toContain("⚠️ a.net doesn’t answer for this domain yet.");
		expect(seen({ warnings: [lame] }, 9)).toContain("⚠️ a.net doesn’t answer for d1.com and 2 more yet.");
		const glue = { at: "ns.d1.com", problem: "glue" as const, domain: "d1.com", more: 0 };
		expect(seen({ warnings: [glue] }, 9)).toContain("⚠️ ns.d1.com is inside d1.com.");
		const gone = { at: "b.net", problem: "no_address" as const, domain: "d1.com", more: 8 };
		expect(seen({ warnings: [gone] }, 9)).toContain("⚠️ b.net has no public address.");
	});

	it.each(texts.locales)("fits Telegram in %s, however many warnings there are", (locale) => {
		const warnings = Array.from({ length: 40 }, () => {
			return { at: "<".repeat(250), problem: "lame" as const, domain: "d1.com", more: 4 };
		});
		expect(refusals(planOf({ warnings, servers: { checked: 40, total: 90 } }, 500, locale))).toEqual([]);
	});
});
