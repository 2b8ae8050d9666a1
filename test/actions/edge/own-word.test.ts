import { afterAll, beforeAll, expect, it } from "vitest";
import type { ClientOptions } from "../../../src/client/index.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
const dialects: NonNullable<ClientOptions["dialects"]> = new Map();

beforeAll(async () => {
	fixture = await createActionsFixture({ client: { dialects } });
});
afterAll(() => fixture[Symbol.asyncDispose]());

it.each([
	["EDGEPROXY", "proxied.com"],
	["SHIELDED", "shielded.com"],
])(
	"plans a change right after a binding, at a service that calls the mode %s and reports no key",
	async (word, domain) => {
		const { personId, account } = await fixture.customer(1_000 + word.length);
		fixture.service.take(domain, account, { untold: ["edge_profile_key"] });
		fixture.service.answers.change = (result) => {
			const isBound = typeof result === "object" && result !== null && "mode" in result && result.mode === "edge";
			return isBound ? { ...result, mode: word } : result;
		};
		const planned = await fixture.actions.edge.plan({ personId, wanted: [{ domain, profileKey: "main" }] });
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		const { id: operationId, quote } = planned.operation;
		await fixture.actions.operation.confirm({ personId, operationId, number: quote?.number ?? 1 });
		await fixture.settle();
		expect(await fixture.actions.dns.read({ personId, domain })).toMatchObject({ kind: "zone", mode: "edge" });
		// As a restart does, and as in another process.
		dialects.clear();
		expect(await fixture.actions.dns.read({ personId, domain })).toMatchObject({ kind: "zone", mode: "edge" });
		dialects.clear();
		const nameservers = ["ns1.other.net", "ns2.other.net"];
		const next = await fixture.actions.nameservers.plan({ personId, wanted: [{ domain, target: { nameservers } }] });
		expect(next).toMatchObject({ kind: "quoted", operation: { items: [{ change: { leavesEdge: true } }] } });
	},
);
