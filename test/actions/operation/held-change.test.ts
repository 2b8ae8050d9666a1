import { afterAll, beforeAll, expect, it } from "vitest";
import { ownerOf } from "../changing.ts";
import { createActionsFixture, type Desk } from "../fixture.ts";

let desk: Desk;
let last = 0;

beforeAll(async () => {
	desk = await createActionsFixture();
});
afterAll(() => desk[Symbol.asyncDispose]());

type Owner = Awaited<ReturnType<typeof ownerOf>>;

const plans = {
	dns: ({ personId, domain }: Owner) =>
		desk.actions.dns.plan({
			personId,
			domain,
			edits: [{ edit: "add", record: { type: "A", hostname: "new", value: "203.0.113.9" } }],
		}),
	nameservers: (mine: Owner) =>
		desk.actions.nameservers.plan({ ...mine, target: { nameservers: ["a.example.net", "b.example.net"] } }),
	edge: (mine: Owner) => desk.actions.edge.plan({ ...mine, profileKey: "main" }),
};

const cases = (["dns", "nameservers", "edge"] as const).flatMap((kind) => [
	{ kind, status: 401, code: "unauthorized" },
	{ kind, status: 403, code: "forbidden" },
]);

it.each(cases)(
	"asks for the same plan of $kind again once it is let in after $status",
	async ({ kind, ...refused }) => {
		const mine = await ownerOf(desk, ++last, `held-${last}.com`);
		const planned = await plans[kind](mine);
		if (planned.kind !== "planned") throw new Error(planned.kind);
		const { operation } = planned;
		desk.service.fail(new RegExp(mine.domain), { kind: "refused", ...refused });
		await mine.confirm(operation, true);
		await desk.settle();
		expect(await mine.get(operation)).toMatchObject({ state: "confirmed", hold: "access" });
		await desk.actions.connection.connect({ personId: mine.personId, token: mine.account.token });
		await desk.settle();
		const again = await mine.get(operation);
		expect(again).toMatchObject({ state: "quoted", hold: "none", quote: { number: 2 }, change: operation.change });
		expect(desk.service.sent(new RegExp(mine.domain))).toEqual([]);
		expect(await mine.carryOut({ kind: "planned", operation: again }, true)).toMatchObject({ state: "succeeded" });
	},
);
