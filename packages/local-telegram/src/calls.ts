import type { Clock } from "./clock.ts";
import type { CallView, RefusalView, ServiceCall } from "./protocol.ts";

const keptCalls = 2000;

/** A bot's token, and an API token or webhook secret of the Domain Trading Service. */
const secret = /\b(?:dts_|whsec_)[\w-]{8,}|(?<!\d)\d{5,}:[\w-]{30,}/g;

/** The latest 2,000. */
export function createCalls(clock: Clock, token: string) {
	const calls: CallView[] = [];
	const refusals: RefusalView[] = [];
	let count = 0;

	const masked = (text: string): string => text.replaceAll(token, "[token]").replaceAll(secret, "[masked]");
	// The cast is safe: `params` is an object, so parsing its JSON text returns an object again.
	const shown = (params: Record<string, unknown>) => JSON.parse(masked(JSON.stringify(params))) as typeof params;

	function keep(call: CallView): void {
		calls.push(call);
		if (calls.length > keptCalls) calls.splice(0, calls.length - keptCalls);
	}

	return {
		calls,
		refusals,
		/** A failed call is not in `refusals`, because that list contains only what Telegram refused. */
		record({ service, method, params, status, answer, ms }: ServiceCall): void {
			keep({
				n: ++count,
				at_ms: clock.now() - ms,
				service,
				method: masked(method),
				params: shown(params),
				...(answer !== undefined && { answer: JSON.parse(masked(JSON.stringify(answer))) }),
				status: status ?? 0,
				ok: status !== null && status < 400,
				ms,
			});
		},
		begin(method: string, params: Record<string, unknown>) {
			const call = { n: ++count, at_ms: clock.now(), method, params: shown(params) };
			return {
				/**
				 * Reports a likely mistake in a call that Telegram accepts, such as an unknown parameter. Tests fail on entries
				 * that they did not expect.
				 */
				odd(description: string): void {
					refusals.push({ ...call, description });
				},
				end(answer: { status: number; description?: string; fault?: boolean }): void {
					const { status, description, fault } = answer;
					const ok = status === 200;
					keep({
						...call,
						status,
						ok,
						...(description === undefined ? {} : { description }),
						...(fault === true ? { fault: true } : {}),
						ms: clock.now() - call.at_ms,
					});
					if (!ok && fault !== true) refusals.push({ ...call, description: description ?? String(status) });
				},
			};
		},
	};
}

export type Calls = ReturnType<typeof createCalls>;
