import { Agent, request } from "undici";
import { eventHeaders } from "../contract/events.ts";
import { limits } from "../contract/limits.ts";
import { sign } from "../contract/signature.ts";
import { lookupFor, type Resolve, reachOf, type Targets, targetProblem } from "./guard.ts";

/** What one attempt sends. `at` is the time of the attempt: it is signed together with the body. */
export interface WebhookDelivery {
	url: string;
	secret: string;
	type: string;
	id: string;
	body: string;
	at: Date;
}

/** `statusCode` is 0 when nobody answered; `error` says dns, refused, tls, timeout or the status, null on success. */
export interface Attempt {
	statusCode: number;
	error: string | null;
}

export interface Deliverer {
	/** Makes one attempt and never throws for what the receiver does. Ends within 10 s, or when `signal` says so. */
	deliver(parcel: WebhookDelivery, signal?: AbortSignal): Promise<Attempt>;
	close(): Promise<void>;
}

interface Options extends Targets {
	resolve?: Resolve;
	/** Makes the signal that ends an attempt after so many milliseconds. */
	timeout?: (ms: number) => AbortSignal;
}

/** The sending end of a signed POST: no redirects, 16 KiB of the answer, public addresses only. Source: docs/service.md, "Delivery". */
export function createDeliverer({ resolve, timeout = AbortSignal.timeout, ...targets }: Options): Deliverer {
	// An agent for each reach: a connection is not used again for a target of another one.
	const agents = {
		any: new Agent({ connect: { lookup: lookupFor("any", resolve) } }),
		not_ours: new Agent({ connect: { lookup: lookupFor("not_ours", resolve) } }),
		public: new Agent({ connect: { lookup: lookupFor("public", resolve) } }),
	};
	return {
		async deliver(parcel, signal) {
			if (targetProblem(parcel.url, targets)) return { statusCode: 0, error: "refused" };
			const dispatcher = agents[reachOf(parcel.url, targets)];
			const end = AbortSignal.any([timeout(limits.webhook.attemptSeconds * 1000), ...(signal ? [signal] : [])]);
			try {
				const answer = await request(parcel.url, { ...message(parcel), dispatcher, signal: end });
				// The status decides. What follows it is read so that the connection can be used again, and not kept.
				await answer.body.dump({ limit: limits.webhook.answerBytes, signal: end }).catch(() => {});
				const delivered = answer.statusCode >= 200 && answer.statusCode < 300;
				return { statusCode: answer.statusCode, error: delivered ? null : String(answer.statusCode) };
			} catch (error) {
				return { statusCode: 0, error: end.aborted ? "timeout" : causeOf(error) };
			}
		},
		async close() {
			await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
		},
	};
}

function message({ secret, type, id, body, at }: WebhookDelivery) {
	const bytes = Buffer.from(body);
	const timestamp = String(Math.floor(at.getTime() / 1000));
	return {
		method: "POST" as const,
		body: bytes,
		headers: {
			"content-type": "application/json",
			"user-agent": "domain-trading-service/1.3.0",
			[eventHeaders.type]: type,
			[eventHeaders.id]: id,
			[eventHeaders.timestamp]: timestamp,
			[eventHeaders.signature]: sign(secret, timestamp, bytes),
		},
	};
}

function causeOf(error: unknown): string {
	const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
	if (/^(?:ENOTFOUND|ENODATA|EAI_)/.test(code)) return "dns";
	if (/TIMEOUT|ETIMEDOUT/.test(code)) return "timeout";
	if (/TLS|SSL|CERT|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return "tls";
	return "refused";
}
