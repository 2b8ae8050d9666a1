import { findingOf } from "@domains/dns/plan.ts";
import type { ItemOutcome } from "../../client/read/orders.ts";
import type { Result } from "../../client/result.ts";
import { unconfirmed } from "../../rules/operation/settle.ts";
import { timeLimits } from "../../rules/operation/timing.ts";
import { isOutage } from "../../store/outage.ts";
import type { DnsPlan } from "../../store/schema/operations.ts";
import { keepDnsForm } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import { zoneOf } from "../dns/zone.ts";
import type { Facts } from "./facts.ts";
import { dns } from "./kinds/dns.ts";
import { isLong, type Work } from "./open-work.ts";

/**
 * Checks whether the service stored the records that were sent, after the service confirmed the change. If the
 * service's answer contains other records or none, reads the zone once, with a short time limit:
 * - If the read shows the sent records, the change is confirmed.
 * - If the read shows other records, the result is `accepted` with the code `unconfirmed`. Later reads then decide,
 *   because this read may still show the old state.
 * - If the read fails, or the database is lost meanwhile, an answer without records counts as confirmed. An answer with
 *   other records counts as `unconfirmed`.
 */
export async function checkStored(
	{ operation, request, client, options }: Work,
	result: Result<ItemOutcome[]>,
): Promise<Result<ItemOutcome[]>> {
	const [item] = request.items;
	if (result.kind !== "ok" || operation.kind !== "dns" || item?.change?.kind !== "dns") return result;
	const [outcome] = result.value;
	if (outcome?.result !== "succeeded") return result;
	const { records } = outcome;
	if (records && findingOf(item.change, records, zoneOf(item.domain)) === "done") return result;
	const end = AbortSignal.timeout(timeLimits.confirmingRead);
	const signal = options.signal ? AbortSignal.any([options.signal, end]) : end;
	const sendBefore = new Date(Date.now() + timeLimits.confirmingRead);
	const priority = isLong(operation) ? "background" : "interactive";
	const reader = { client, options: { ...options, priority, signal, sendBefore } as const };
	const sent = { reference: operation.reference, firstSentAt: request.firstSentAt };
	const looked = await dns.look(reader, item, sent).catch(nullIfOutage);
	const isSo = looked === null || looked.kind === "bad" ? records === undefined : looked.found === "done";
	return isSo ? result : { ...result, value: [{ ...outcome, result: "accepted", code: unconfirmed }] };
}

/**
 * Services use one of two sets of field names ("forms") for DNS records. An empty zone does not show which form its
 * service uses, so the first write tries one form. This function handles the answer to that write:
 * - After a success, stores the form for the service, and returns undefined. If the database is lost, the form is not
 *   stored, and the next write to an empty zone tries again. The received answer must not be lost.
 * - After a 422, returns the plan in the other form. The caller sends it as a second call with a new idempotency key.
 * - After any other answer, or if an earlier attempt may have run, returns undefined.
 */
export async function inOtherForm(
	{ db }: Pick<Deps, "db">,
	{ operation, request, connection }: Work,
	result: Result<unknown>,
): Promise<Facts["items"] | undefined> {
	const [item] = request.items;
	const { serviceUrl } = connection;
	if (operation.kind !== "dns" || item?.change?.kind !== "dns" || item.change.base.length > 0) return undefined;
	const plan: DnsPlan = item.change;
	if (result.kind === "ok") await keepDnsForm(db, serviceUrl, plan.form).catch(nullIfOutage);
	const isRefused = result.kind === "refused" && result.status === 422;
	if (!isRefused || request.mayHaveRun || plan.refused !== undefined) return undefined;
	const form = plan.form === "formal" ? "sample" : "formal";
	return new Map([[item.id, { respelled: { ...plan, form, refused: result.message } }]]);
}

function nullIfOutage(error: unknown): null {
	if (isOutage(error)) return null;
	throw error;
}

/**
 * If the service refused the plan in both forms (sets of field names), joins both messages. Either message may name a
 * problem of the record itself.
 */
export function withBothRefusals<Value>(result: Result<Value>, { request }: Work): Result<Value> {
	const change = request.items[0]?.change;
	const before = change?.kind === "dns" ? change.refused : undefined;
	if (result.kind !== "refused" || !before || before === result.message) return result;
	return { ...result, message: `${before} · ${result.message}` };
}
