import { randomUUID } from "node:crypto";
import type { RunContext } from "./context.ts";
import type { Account } from "./members.ts";
import { reach } from "./until.ts";

const timeoutMs = 60_000;

/**
 * The bots do not know the call's idempotency key. If the answer is lost, the call is not repeated, and only the trace
 * mentions it.
 */
export async function callFromOtherProgram(
	{ backend, trace, watch }: RunContext,
	{ token }: Account,
	method: "POST" | "PUT",
	path: string,
	body: unknown,
): Promise<void> {
	const key = randomUUID();
	watch.otherProgramKeys.add(key);
	await reach("the service does not start again", () => backend.serviceOrigin !== undefined, timeoutMs);
	try {
		const response = await fetch(`${backend.serviceOrigin}/api/v1${path}`, {
			method,
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key },
			body: JSON.stringify(body),
		});
		await response.text();
		trace.note(`another program sent ${method} ${path} ${JSON.stringify(body)}: ${response.status}`);
	} catch (error) {
		trace.note(`another program sent ${method} ${path}, and lost its answer: ${error}`);
	}
}
