import { expect, it } from "vitest";
import type { RunContext } from "../context.ts";
import type { Member } from "../members.ts";
import { mandatedIn } from "../proposing.ts";
import { checkMandates } from "./mandates.ts";

const charged = [
	{ domain: "tapped.com", cents: 1_150 },
	{ domain: "not-tapped.com", cents: 1_150 },
	{ domain: "under.com", cents: 1_150 },
	{ domain: "over.com", cents: 1_151 },
	{ domain: "not-allowed.com", cents: 1_150 },
	{ domain: "usual.com", cents: 9_999 },
];
const dear = [{ day: "2026-11-28", cents: 3_450, dayCents: 3_000 }];

it("finds a charge that no person allowed, and one above a ceiling or the sum of a day", async () => {
	const answers = [charged, dear];
	// The check reads only the charges of a run.
	const context = { backend: { database: { sql: async () => answers.shift() } } } as unknown as RunContext;
	// The check reads only what a person paid.
	const member = { paid: new Set(["tapped.com"]) } as unknown as Member;
	const { proposed, wanted, ceilings } = mandatedIn(context);
	for (const domain of ["tapped.com", "not-tapped.com"]) proposed.add(domain);
	for (const domain of ["under.com", "over.com", "not-allowed.com"]) wanted.add(domain);
	for (const domain of ["under.com", "over.com"]) ceilings.set(domain, 1_150);
	expect(await checkMandates(context, { accounts: [], members: [member] })).toEqual([
		"not-tapped.com was charged, and its owner never tapped Pay",
		"over.com cost 1151, above its ceiling of 1150",
		"not-allowed.com was charged without a standing order",
		"a program cost 3450 on 2026-11-28, and its mandate allows 3000",
	]);
});
