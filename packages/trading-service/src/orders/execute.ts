import type { Log } from "@domains/kit/log.ts";
import { type Execution, type Registrar, RegistrarFailure, type RegistrarOrder } from "../registrar/port.ts";
import type { OrderRow } from "../schema/trade.ts";
import type { Finding } from "./settle.ts";

interface Deps {
	registrar: Registrar;
	log: Log;
}

/** After it, the outcome of the order is unknown, and `findOut` later asks the registrar for it. */
const registrarTimeoutMs = 20_000;

/** Never throws. */
export async function execute({ registrar, log }: Deps, order: OrderRow): Promise<Finding> {
	const asked: RegistrarOrder = { id: String(order.id), domain: order.domain, years: order.years };
	try {
		return findingOf(await withTimeout((signal) => registrar[order.kind](asked, signal)), "not_available");
	} catch (error) {
		if (error instanceof RegistrarFailure) return { kind: "refused", refusal: "provider_error" };
		log.warn({ error, order: order.id, domain: order.domain }, "the registrar did not answer for an order");
		return { kind: "unknown" };
	}
}

/** If the registrar has not executed the order yet, it closes the order and never executes it. Never throws. */
export async function findOut({ registrar, log }: Deps, order: OrderRow): Promise<Finding> {
	try {
		return findingOf(await withTimeout((signal) => registrar.close(String(order.id), signal)), "provider_error");
	} catch (error) {
		log.warn({ error, order: order.id, domain: order.domain }, "the outcome of an order could not be queried");
		return { kind: "unknown" };
	}
}

function findingOf(execution: Execution, refusal: "not_available" | "provider_error"): Finding {
	if (execution.kind === "executed") return execution;
	const { declined } = execution;
	return declined ? { kind: "refused", refusal: declined } : { kind: "refused", refusal };
}

/** Rejects after the timeout, even if the call ignores its signal. */
async function withTimeout<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
	const signal = AbortSignal.timeout(registrarTimeoutMs);
	const gaveUp = new Promise<never>((_resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
	return await Promise.race([call(signal), gaveUp]);
}
