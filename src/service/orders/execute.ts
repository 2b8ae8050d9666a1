import type { Log } from "../../log.ts";
import { type Execution, type Registry, RegistryFailure, type RegistryOrder } from "../registry/port.ts";
import type { OrderRow } from "../schema/trade.ts";
import type { Finding } from "./settle.ts";

interface Deps {
	registry: Registry;
	log: Log;
}

/** A registry that says nothing for so long is not waited for: what it did is found out later. */
const patienceMs = 20_000;

/** Sends an open order to the registry and says what is known afterwards. Never throws. */
export async function execute({ registry, log }: Deps, order: OrderRow): Promise<Finding> {
	const asked: RegistryOrder = { id: String(order.id), domain: order.domain, years: order.years };
	try {
		return findingOf(await patiently((signal) => registry[order.kind](asked, signal)), "not_available");
	} catch (error) {
		if (error instanceof RegistryFailure) return { kind: "refused", refusal: "provider_error" };
		log.warn({ error, order: order.id, domain: order.domain }, "the registry left an order unanswered");
		return { kind: "unknown" };
	}
}

/** Asks the registry what became of an open order, and makes sure that one that was not executed never will be. */
export async function findOut({ registry, log }: Deps, order: OrderRow): Promise<Finding> {
	try {
		return findingOf(await patiently((signal) => registry.close(String(order.id), signal)), "provider_error");
	} catch (error) {
		log.warn({ error, order: order.id, domain: order.domain }, "the registry could not be asked about an order");
		return { kind: "unknown" };
	}
}

function findingOf(execution: Execution, refusal: NonNullable<OrderRow["refusal"]>): Finding {
	return execution.kind === "executed" ? execution : { kind: "refused", refusal };
}

/** Gives up also on a call that does not listen to its signal. */
async function patiently<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
	const signal = AbortSignal.timeout(patienceMs);
	const gaveUp = new Promise<never>((_resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
	});
	return await Promise.race([call(signal), gaveUp]);
}
