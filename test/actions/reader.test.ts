import type { Reader } from "@domains/kit/postgres/standby.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createActions } from "../../src/actions/index.ts";
import { type ActionsFixture, createActionsFixture } from "./fixture.ts";

let fixture: ActionsFixture;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/**
 * Creates actions with a reader that counts its calls. In production, the reader runs queries on a standby database if
 * there is one. `readsOf` runs `act` and returns how often the actions used the reader.
 */
function counted() {
	let count = 0;
	const reader: Reader = (read) => {
		count += 1;
		return read(fixture.database.db);
	};
	const actions = createActions({ ...fixture.deps, reader });
	return {
		actions,
		async readsOf(act: () => Promise<unknown>): Promise<number> {
			const before = count;
			await act();
			return count - before;
		},
	};
}

it("shows lists by long reads, and decides nothing by them", async () => {
	const anna = await fixture.customer(1);
	const { personId, account } = anna;
	const domains = ["one.com", "two.com"];
	for (const domain of domains) fixture.service.take(domain, account);
	const { actions, readsOf } = counted();
	const query = { sort: "name", offset: 0, limit: 8 } as const;

	const shown: Record<string, () => Promise<unknown>> = {
		portfolio: () => actions.domain.portfolio({ personId, query }),
		facets: () => actions.domain.facets({ personId }),
		expiring: () => actions.renewal.expiring({ personId, days: 366 }),
		operations: () => actions.operation.list({ personId }),
		spending: () => actions.operation.spending({ personId }),
		history: () => actions.price.history({ personId, subject: ".com" }),
		export: () => actions.privacy.exportData({ personId }),
	};
	for (const [name, act] of Object.entries(shown)) expect([name, await readsOf(act)]).toEqual([name, 1]);

	// The fake registrar lists only the names of domains, so the bot does not know when they expire. Store an expiry
	// date.
	await fixture.database.sql`update bot.domains set expires_at = clock() + interval '30 days'`;
	const decided = async (): Promise<void> => {
		await actions.domain.portfolio({ personId, query, decides: true });
		const found = await actions.renewal.expiring({ personId, days: 366, decides: true });
		if (found.kind !== "expiring") throw new Error(found.kind);
		expect(found.names.map(({ domain }) => domain).toSorted()).toEqual(domains);
		const { accountId } = found;
		await actions.renewal.choose({ personId, accountId, domain: "one.com", choice: "later" });
		const quote = await actions.renewal.quote({ personId, accountId, domains });
		if (quote.kind !== "quoted") throw new Error(quote.kind);
		const { id: operationId } = quote.operation;
		expect(await actions.operation.confirm({ personId, operationId, number: 1 })).toMatchObject({ kind: "confirmed" });
		await fixture.settle();
		expect(await actions.operation.get({ personId, operationId })).toMatchObject({ kind: "operation" });
	};
	expect(await readsOf(decided)).toBe(0);
});
