import type { FastifyInstance } from "fastify";
import {
	searchAnswer,
	searchBatchAnswer,
	searchBatchBody,
	searchItemObject,
	searchQuery,
} from "../../contract/search.ts";
import type { Trade } from "../orders/place.ts";
import { attempt, Refusal } from "../refusal.ts";
import { search } from "../search.ts";
import { createPriceReader } from "../store/prices.ts";
import { countItems, echoReferences, itemsByQuery, problemOfItem, readItem } from "./batches.ts";
import { read } from "./define.ts";

export function addSearchRoutes(app: FastifyInstance, trade: Trade): void {
	const deps = { ...trade, pricesOfNames: createPriceReader(trade.sql) };
	read(app, "search", { query: searchQuery, answer: searchAnswer }, async ({ query: { query } }) => {
		const [found] = await search(deps, [query]);
		if (!found || found instanceof Refusal) throw found ?? new Error("a query was not answered");
		return found;
	});

	const schemas = { body: itemsByQuery, describedBody: searchBatchBody, answer: searchBatchAnswer };
	read(app, "searchBatch", schemas, async ({ body }) => {
		const items = body.items.map((item): NamedItem => (typeof item === "string" ? { query: item } : item));
		const judged = items.map((item) => attempt(() => readItem(searchItemObject, item, "query").query));
		const found = await search(deps, judged);
		return countItems(
			items.map(({ query, ...rest }, index) => {
				const outcome = found[index];
				if (!outcome) throw new Error(`item ${index} was not answered`);
				const references = echoReferences(rest);
				return outcome instanceof Refusal
					? { index, success: false, query, ...references, error: problemOfItem(outcome) }
					: { index, success: true, ...outcome, ...references };
			}),
		);
	});
}

/** An item named by its query, before the rest of it is read. */
interface NamedItem {
	query: string;
	[key: string]: unknown;
}
