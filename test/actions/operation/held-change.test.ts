import { afterAll, beforeAll, expect, it } from "vitest";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

type Owner = Awaited<ReturnType<typeof ownerOf>>;

const plans = {
	dns: ({ personId, domain }: Owner) =>
		fixture.actions.dns.plan({
			personId,
			domains: [domain],
			draft: {},
			edits: [{ edit: "add", record: { type: "A", hostname: "new", value: "203.0.113.9" } }],
		}),
	nameservers: (mine: Owner) =>
		fixture.actions.nameservers.plan({
			...mine,
			wanted: [{ ...mine, target: { nameservers: ["a.example.net", "b.example.net"] } }],
		}),
	edge: (mine: Owner) => fixture.actions.edge.plan({ ...mine, wanted: [{ ...mine, profileKey: "main" }] }),
};

const cases = (["dns", "nameservers", "edge"] as const).flatMap((kind) => [
	{ kind, status: 401, code: "unauthorized" },
	{ kind, status: 403, code: "forbidden" },
]);

it.each(cases)(
	"asks for the same plan of $kind again once it is let in after $status",
	async ({ kind, ...refused }) => {
		const mine = await ownerOf(fixture, ++last, `held-${last}.com`);
		const planned = await plans[kind](mine);
		if (!("operation" in planned)) throw new Error(planned.kind);
		const { operation } = planned;
		fixture.service.fail(new RegExp(mine.domain), { kind: "refused", ...refused });
		await mine.confirm(operation, true);
		await fixture.settle();
		expect(await mine.get(operation)).toMatchObject({ state: "confirmed", hold: "access" });
		await fixture.actions.connection.connect({ personId: mine.personId, token: mine.account.token });
		await fixture.settle();
		const again = await mine.get(operation);
		expect(again).toMatchObject({ state: "quoted", hold: "none", quote: { number: 2 }, change: operation.change });
		expect(fixture.service.sent(new RegExp(mine.domain))).toEqual([]);
		expect(await mine.carryOut({ kind: "quoted", operation: again }, true)).toMatchObject({ state: "succeeded" });
	},
);
