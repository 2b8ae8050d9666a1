import type { Result } from "../../client/result.ts";
import type { DnsPlan } from "../../store/schema/operations.ts";
import { keepDnsForm } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "./facts.ts";
import type { Work } from "./open-work.ts";

/**
 * Handles the answer to the first write to an empty zone. An empty zone does not show which record form a service
 * accepts.
 * - After a success, stores the form for the service, and returns undefined.
 * - After a 422, returns the plan in the specification's other form. It is sent as a second call under a new key.
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

/** If the service refused both forms, joins both messages, because either one may be about the record itself. */
export function withBothWords<Value>(result: Result<Value>, { request }: Work): Result<Value> {
	const change = request.items[0]?.change;
	const before = change?.kind === "dns" ? change.refused : undefined;
	if (result.kind !== "refused" || !before || before === result.message) return result;
	return { ...result, message: `${before} · ${result.message}` };
}
