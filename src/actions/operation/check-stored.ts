import type { ItemOutcome } from "../../client/read/orders.ts";
import type { Result } from "../../client/result.ts";
import { findingOf } from "../../rules/dns/plan.ts";
import { unconfirmed } from "../../rules/operation/settle.ts";
import { limits } from "../../rules/operation/timing.ts";
import { zoneOf } from "../dns/zone.ts";
import { dns } from "./kinds/dns.ts";
import { isLong, type Work } from "./open-work.ts";

/**
 * After the service confirmed a change of records, checks that it stored the records that were sent. If the service's
 * answer contains other records or none, reads the zone once, with a short time limit:
 * - If the read shows the sent records, the change is confirmed.
 * - If it shows other records, the result is `accepted` with the code `unconfirmed`. Later reads then decide, because
 *   this one may still show the old state.
 * - If the read fails, an answer without records counts as confirmed, and one with other records as `unconfirmed`.
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
	const end = AbortSignal.timeout(limits.confirmingRead);
	const signal = options.signal ? AbortSignal.any([options.signal, end]) : end;
	const sendBefore = new Date(Date.now() + limits.confirmingRead);
	const priority = isLong(operation) ? "background" : "interactive";
	const reader = { client, options: { ...options, priority, signal, sendBefore } as const };
	const looked = await dns.look(reader, item, { reference: operation.reference, firstSentAt: request.firstSentAt });
	const isSo = looked.kind === "bad" ? records === undefined : looked.found === "done";
	return isSo ? result : { ...result, value: [{ ...outcome, result: "accepted", code: unconfirmed }] };
}
