import { domainParams } from "@domains/contract/domains.ts";
import {
	type RegisterBatchResult,
	type RenewBatchResult,
	registerAnswer,
	registerBatchAnswer,
	registerBatchBody,
	registerBody,
	renewAnswer,
	renewBatchAnswer,
	renewBatchBody,
	renewBody,
	renewItem,
} from "@domains/contract/orders.ts";
import type { DnsRecordInput } from "@domains/contract/records/wire.ts";
import type { FastifyInstance } from "fastify";
import { spend } from "../allowance.ts";
import type { Work } from "../idempotency.ts";
import { registrationLine, renewalLine } from "../orders/hold.ts";
import { orderMany, orderOne } from "../orders/order.ts";
import type { Trade } from "../orders/place.ts";
import { withChecked } from "../registrar/checked.ts";
import { readAhead } from "../setup.ts";
import { readDefaults } from "../store/accounts.ts";
import { pricesOf, readPriceList } from "../store/prices.ts";
import { anyItems, countItems, failedItem, orderSummary, readItem, renewalSummary, runningItems } from "./answers.ts";
import { change } from "./define.ts";

export function addOrderRoutes(app: FastifyInstance, trade: Trade): void {
	const { db, sql, registrar } = trade;

	change(app, trade, "register", { body: registerBody, answer: registerAnswer }, async ({ accountId, body }, claim) => {
		const records = body.config?.records ?? [];
		if (records.length > 0) await spend(sql, accountId, records.length);
		await readAhead(trade.slices, records, body.domain);
		const [listed, defaults] = await Promise.all([pricesOf(sql, [body]), readDefaults(db, registrar, accountId)]);
		const prices = await withChecked(trade, listed, [body.domain]);
		const line = () => registrationLine(0, body, prices, defaults);
		return { result: orderSummary(await orderOne(trade, { claim, accountId }, line)), keep: "now" };
	});

	const renewal = { params: domainParams, body: renewBody, answer: renewAnswer };
	change(app, trade, "renew", renewal, async ({ accountId, params, body }, claim) => {
		const prices = await pricesOf(sql, [params]);
		const line = () => renewalLine(0, { ...params, ...body }, prices);
		return { result: renewalSummary(await orderOne(trade, { claim, accountId }, line)), keep: "now" };
	});

	const registrations = { body: anyItems, describedBody: registerBatchBody, answer: registerBatchAnswer };
	change(
		app,
		trade,
		"registerBatch",
		registrations,
		async ({ accountId, body: { items } }, claim): Promise<Work<RegisterBatchResult>> => {
			const records = await trade.slices.map(items, recordsOf);
			await spend(sql, accountId, items.length + records.flat().length);
			const [listed, defaults] = await Promise.all([readPriceList(db), readDefaults(db, registrar, accountId)]);
			const prices = registrar.remote ? await withChecked(trade, listed, items.map(nameOf)) : listed;
			const work = await orderMany<unknown, RegisterBatchResult["items"][number]>(
				trade,
				{ claim, accountId },
				{
					items,
					recordsOf: (index) => records[index] ?? [],
					line: (item, index) => registrationLine(index, readItem(registerBody, item, "domain"), prices, defaults),
					done: (order, index) => ({ index, success: true, ...orderSummary(order) }),
					refused: (refusal, item, index) => failedItem(refusal, item, index, "domain"),
				},
			);
			return { ...work, result: countItems(work.result) };
		},
		({ body }) => runningItems(trade.slices, body.items),
	);

	const renewals = { body: anyItems, describedBody: renewBatchBody, answer: renewBatchAnswer };
	change(
		app,
		trade,
		"renewBatch",
		renewals,
		async ({ accountId, body: { items } }, claim): Promise<Work<RenewBatchResult>> => {
			await spend(sql, accountId, items.length);
			const prices = await readPriceList(db);
			const work = await orderMany<unknown, RenewBatchResult["items"][number]>(
				trade,
				{ claim, accountId },
				{
					items,
					line: (item, index) => renewalLine(index, readItem(renewItem, item, "domain"), prices),
					done: (order, index) => ({ index, success: true, ...renewalSummary(order) }),
					refused: (refusal, item, index) => failedItem(refusal, item, index, "domain"),
				},
			);
			return { ...work, result: countItems(work.result) };
		},
		({ body }) => runningItems(trade.slices, body.items),
	);
}

/** Counted before any item is processed. Empty for an invalid item, which is refused later. */
function recordsOf(item: unknown): DnsRecordInput[] {
	return registerBody.safeParse(item).data?.config?.records ?? [];
}

function nameOf(item: unknown): string | undefined {
	return registerBody.safeParse(item).data?.domain;
}
