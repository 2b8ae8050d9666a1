import type { Result } from "../../client/result.ts";
import type { DnsPlan } from "../../store/schema/operations.ts";
import { keepDnsForm } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "./facts.ts";
import type { Work } from "./open-work.ts";

/**
 * Services use one of two sets of field names ("forms") for DNS records. An empty zone does not show which one, so the
 * first write tries one. This function handles the answer to that write:
 * - After a success, stores the form for the service, and returns undefined.
 * - After a 422, returns the plan in the other form. It is sent as a second call with a new idempotency key.
 * - Otherwise, or if an earlier attempt may have run, returns undefined.
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
	if (result.kind === "ok") await keepDnsForm(db, serviceUrl, plan.form);
	const isRefused = result.kind === "refused" && result.status === 422;
	if (!isRefused || request.doubt || plan.refused !== undefined) return undefined;
	const form = plan.form === "formal" ? "sample" : "formal";
	return new Map([[item.id, { respelled: { ...plan, form, refused: result.message } }]]);
}

/**
 * If the service refused the plan in both forms (sets of field names), joins both messages. Either one may name a
 * problem of the record itself.
 */
export function withBothWords<Value>(result: Result<Value>, { request }: Work): Result<Value> {
	const change = request.items[0]?.change;
	const before = change?.kind === "dns" ? change.refused : undefined;
	if (result.kind !== "refused" || !before || before === result.message) return result;
	return { ...result, message: `${before} · ${result.message}` };
}
