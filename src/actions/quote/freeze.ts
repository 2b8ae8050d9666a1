import { randomUUID } from "node:crypto";
import type { Tx } from "../../postgres/connect.ts";
import type { Kind } from "../../rules/operation/state.ts";
import { quoteExpiry } from "../../rules/quote.ts";
import { newReference } from "../../rules/reference.ts";
import type { Account } from "../../store/accounts.ts";
import { readClock } from "../../store/now.ts";
import { quotedOperations } from "../../store/operation-lists.ts";
import { insertOperation, lockOperation, type NewItem, type WholeOperation } from "../../store/operations.ts";
import type { FrozenQuote } from "../../store/schema/operations.ts";
import type { Deps } from "../deps.ts";
import { move } from "../operation/advance.ts";
import type { Operation } from "../operation/types.ts";
import { viewOf } from "../operation/view.ts";

const chunk = 100;

interface Offered {
	personId: number;
	account: Account;
	kind: Kind;
	quote: FrozenQuote;
	items: NewItem[];
}

/** Writes a quote down under a reference of its own; an older one of the same person for the same domains gives way. */
export async function freeze(deps: Deps, offered: Offered): Promise<Operation> {
	const { personId, account } = offered;
	const row = await deps.db.transaction(async (tx) => {
		await supersede(tx, deps, offered);
		return insert(tx, deps, offered);
	});
	return viewOf(row, { personId, sandbox: account.sandbox });
}

async function supersede(tx: Tx, deps: Deps, { personId, account, kind, items }: Offered): Promise<void> {
	const domains = items.map((item) => item.domain);
	for (const id of await quotedOperations(tx, { personId, accountId: account.id, kind, domains })) {
		const operation = await lockOperation(tx, id);
		for (const request of operation?.requests ?? []) {
			if (operation) await move(tx, deps, { operation, request }, { is: "superseded" });
		}
	}
}

async function insert(tx: Tx, deps: Deps, { personId, account, kind, quote, items }: Offered): Promise<WholeOperation> {
	const quoteExpiresAt = quoteExpiry(await readClock(tx));
	const values = { accountId: account.id, personId, kind, quote, quoteExpiresAt };
	const pick = (below: number) => Math.floor(deps.random() * below);
	for (const length of [4, 4, 4, 5, 5, 6, 6, 6]) {
		const reference = newReference(pick, length);
		const id = await insertOperation(tx, { ...values, reference, requests: inChunks(items) });
		const row = id === null ? undefined : await lockOperation(tx, id);
		if (row) return row;
	}
	throw new Error("every reference that was drawn is taken");
}

/** Every chunk is one call under a key of its own. */
function inChunks(items: NewItem[]): { key: string; items: NewItem[] }[] {
	const count = Math.ceil(items.length / chunk);
	return Array.from({ length: count }, (_, index) => ({
		key: randomUUID(),
		items: items.slice(index * chunk, (index + 1) * chunk),
	}));
}
