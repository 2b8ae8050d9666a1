import { expect, it } from "vitest";
import type { RunContext } from "../context.ts";
import { mandatedIn } from "../proposing.ts";
import { checkMandates } from "./mandates.ts";

const charged = [
	{ domain: "tapped.com", cents: 1_150 },
	{ domain: "not-tapped.com", cents: 1_150 },
	{ domain: "under.com", cents: 1_150 },
	{ domain: "over.com", cents: 1_151 },
	{ domain: "usual.com", cents: 9_999 },
];

it("finds a charge without the owner's tap, and one above the ceiling", async () => {
	// The check reads only the charges of a run.
	const context = { backend: { database: { sql: async () => charged } } } as unknown as RunContext;
	const { proposed, tapped, ceilings } = mandatedIn(context);
	for (const domain of ["tapped.com", "not-tapped.com"]) proposed.add(domain);
	tapped.add("tapped.com");
	for (const domain of ["under.com", "over.com"]) ceilings.set(domain, 1_150);
	expect(await checkMandates(context, { accounts: [], members: [] })).toEqual([
		"not-tapped.com was charged, and its owner never tapped Pay",
		"over.com cost 1151, above its ceiling of 1150",
	]);
});
