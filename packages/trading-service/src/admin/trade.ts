import type { AdminDomain } from "@domains/contract/admin.ts";
import { errorEnvelope } from "@domains/contract/envelope.ts";
import { centsOf } from "@domains/contract/money.ts";
import { registerAnswer, renewAnswer } from "@domains/contract/orders.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import { type Claim, hashRequest, runOncePerKey, type Work } from "../idempotency.ts";
import { applySignal, type Signal } from "../monitoring.ts";
import { readName } from "../names.ts";
import { registrationLine, renewalLine } from "../orders/hold.ts";
import { orderOne } from "../orders/order.ts";
import type { Trade } from "../orders/place.ts";
import { orderSummary, renewalSummary } from "../routes/answers.ts";
import { findAccount, readDefaults } from "../store/accounts.ts";
import { findDomain } from "../store/domains.ts";
import { pricesOf } from "../store/prices.ts";
import { AdminRefusal, noAccount } from "./calls.ts";

export async function register(
	trade: Trade,
	key: string,
	userId: number,
	domain: string,
	years = 1,
): Promise<AdminDomain> {
	return await order(trade, key, userId, ["register", domain, years], async (claim) => {
		const prices = await pricesOf(trade.sql, [{ domain }]);
		const defaults = await readDefaults(trade.db, trade.registrar, userId);
		const line = () => registrationLine(0, { domain, years }, prices, defaults);
		const done = await orderOne(trade, { claim, accountId: userId }, line);
		return { result: orderSummary(done), keep: "now" };
	});
}

export async function renew(
	trade: Trade,
	key: string,
	userId: number,
	domain: string,
	years: number,
): Promise<AdminDomain> {
	return await order(trade, key, userId, ["renew", domain, years], async (claim) => {
		const prices = await pricesOf(trade.sql, [{ domain }]);
		const line = () => renewalLine(0, { domain, years }, prices);
		const done = await orderOne(trade, { claim, accountId: userId }, line);
		return { result: renewalSummary(done), keep: "now" };
	});
}

/** `scope` is `desk`, a former name of this interface, so `key` cannot collide with the key of an API request. */
async function order(
	trade: Trade,
	key: string,
	userId: number,
	call: readonly unknown[],
	work: (claim: Claim) => Promise<Work>,
): Promise<AdminDomain> {
	if (key === "") throw new AdminRefusal("bad_request", "Every change needs an idempotency key.");
	if (!(await findAccount(trade.db, userId))) throw noAccount(userId);
	const asked = { accountId: userId, scope: "desk" as const, key, hash: hashRequest("DESK", "order", call) };
	const { body } = await runOncePerKey(trade, asked, work);
	const answer = registerAnswer.or(renewAnswer).or(errorEnvelope).parse(JSON.parse(body));
	if (!answer.status) throw new AdminRefusal(answer.error.code, answer.error.message);
	const { domain, charged_usd } = answer.result;
	const { status, expiresAt } = await findDomain(trade.db, userId, domain);
	return { userId, domain, status, expiresAt, chargedCents: centsOf(charged_usd) ?? 0 };
}

/** The domain may be in any account. */
export async function signal(
	tx: Tx,
	trade: Trade,
	domain: string,
	what: Signal,
): Promise<{ domain: string; userId: number }> {
	const name = readName(domain).ascii;
	const found = await applySignal(tx, trade, name, what);
	if (!found) throw new AdminRefusal("domain_not_found", `${name} is not registered here.`);
	return { domain: name, userId: found.accountId };
}

export async function showDomain(
	trade: Trade,
	{ userId, domain }: { userId: number; domain: string },
): Promise<AdminDomain> {
	const { status, expiresAt } = await findDomain(trade.db, userId, domain);
	return { userId, domain, status, expiresAt, chargedCents: 0 };
}
