import { randomUUID } from "node:crypto";
import type { Account } from "./cast.ts";
import type { Play } from "./play.ts";
import { until } from "./stage.ts";

const patienceMs = 60_000;

/** Another program of the account's owner calls the service, under a key that no bot knows. */
export async function callElsewhere(
	{ stage, trace, watch }: Play,
	{ token }: Account,
	method: "POST" | "PUT",
	path: string,
	body: unknown,
): Promise<void> {
	const key = randomUUID();
	watch.foreignKeys.add(key);
	await until(() => stage.serviceOrigin !== undefined, patienceMs);
	try {
		const response = await fetch(`${stage.serviceOrigin}/api/v1${path}`, {
			method,
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key },
			body: JSON.stringify(body),
		});
		await response.text();
		trace.note(`another program sent ${method} ${path} ${JSON.stringify(body)}: ${response.status}`);
	} catch (error) {
		// The service may die of somebody else's call meanwhile.
		trace.note(`another program sent ${method} ${path}, and lost its answer: ${error}`);
	}
}
