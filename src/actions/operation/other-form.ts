import type { Result } from "../../client/result.ts";
import type { DnsPlan } from "../../store/schema/operations.ts";
import { keepDnsForm } from "../../store/services.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "./facts.ts";
import type { Work } from "./open-work.ts";

/**
 * Returns the same plan in the other of the specification's two record forms, if the service refused the first write to
 * an empty zone with 422; otherwise undefined. An empty zone does not show which form a service accepts. The second
 * write is a different call under a new key. The form of a successful write is stored for the service.
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

/** If the service refused both forms, reports both messages: either one may be about the record itself. */
export function withBothWords<Value>(result: Result<Value>, { request }: Work): Result<Value> {
	const change = request.items[0]?.change;
	const before = change?.kind === "dns" ? change.refused : undefined;
	if (result.kind !== "refused" || !before || before === result.message) return result;
	return { ...result, message: `${before} · ${result.message}` };
}
