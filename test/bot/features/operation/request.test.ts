import { describe, expect, it } from "vitest";
import type { Operation } from "../../../../src/actions/index.ts";
import { programInputs } from "../../../../src/actions/program/mandates.ts";
import { curlOf, timelineView } from "../../../../src/bot/features/operation/view.ts";
import { anItem, anOperation } from "../../../support/operations.ts";
import { texts } from "../../../support/texts.ts";
import { visible } from "../../../support/views.ts";

const url = "https://bot.example.com";
const record = (value: string) => ({ type: "TXT", hostname: "@", value, ttl: 300, priority: null });
const diff = {
	added: [record("it's new")],
	removed: [],
	changed: [{ before: record("old"), after: record("$(new)") }],
	kept: 0,
};
const dns = { kind: "dns" as const, diff, lostFields: [], risks: [] };
const nameservers = {
	kind: "nameservers" as const,
	before: [],
	after: ["ns1.host.net", "ns2.host.net"],
	presetKey: null,
	leavesEdge: false,
	risks: [],
};

/** Reads the body of a command as a shell does. */
function bodyOf(operation: Operation): unknown {
	const [, quoted = ""] = /-d '(.*)'$/s.exec(curlOf(operation, url) ?? "") ?? [];
	return JSON.parse(quoted.replaceAll("'\\''", "'"));
}

describe("the request of a finished operation", () => {
	it("has no token, and a body that the bot accepts from a program", () => {
		const done = { state: "succeeded" as const };
		const operations = [
			anOperation({ ...done, kind: "register" }),
			anOperation({ ...done, kind: "renew" }),
			anOperation({ ...done, kind: "dns", change: dns }),
			anOperation({ ...done, kind: "nameservers", change: nameservers }),
		];
		for (const operation of operations) {
			expect(curlOf(operation, url)).toContain("dtp_…");
			const parsed = programInputs.proposeOrder.parse(bodyOf(operation));
			expect(parsed.order).toMatchObject({ action: operation.kind, domain: operation.items[0]?.domain });
		}
		expect(programInputs.proposeOrder.parse(bodyOf(operations[2] ?? anOperation())).order).toMatchObject({
			add: [{ value: "it's new" }, { value: "$(new)" }],
			remove: [{ value: "old" }],
		});
	});

	it("passes the token to curl by its input, because any user of the machine can list arguments", () => {
		const command = curlOf(anOperation({ state: "succeeded" }), url) ?? "";
		expect(command).toMatch(/^echo "Authorization: Bearer dtp_…" \|\n +curl \S+ -H @- /);
		expect(command.slice(command.indexOf("curl"))).not.toContain("dtp_");
	});

	it("has one body a domain for a list, each with its own key", () => {
		const items = [anItem({ domain: "a.com" }), anItem({ domain: "b.com", years: 2 })];
		const command = curlOf(anOperation({ kind: "register", state: "succeeded", items }), url) ?? "";
		const [, given = ""] = /<<'END'\n(.*)\nEND$/s.exec(command) ?? [];
		const bodies = given.split("\n").map((line) => programInputs.proposeOrder.parse(JSON.parse(line)));
		expect(bodies.map(({ order }) => order)).toMatchObject([
			{ action: "register", domain: "a.com" },
			{ action: "register", domain: "b.com", years: 2 },
		]);
		expect(new Set(bodies.map(({ key }) => key)).size).toBe(2);
	});

	it("is shown with the steps of an operation that is done", () => {
		const show = (operation: Operation) =>
			visible(timelineView(texts("en"), { kind: "timeline", operation, entries: [] }, url));
		expect(show(anOperation({ state: "succeeded" }))).toContain(`curl ${url}/programs/v1/propose_order`);
		expect(show(anOperation({ state: "failed" }))).not.toContain("curl");
	});
});
