import { endpoints } from "@domains/contract/endpoints.ts";
import type { Answer } from "@domains/kit/http/app.ts";
import { createMetrics, type Readiness } from "@domains/kit/http/metrics.ts";
import { countWaiting } from "@domains/kit/jobs/index.ts";
import { queueNames } from "@domains/kit/jobs/queues.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import { type ReadOutcome, readOutcomes } from "@domains/kit/postgres/standby.ts";
import type { Answered } from "@domains/trading-service/app.ts";
import type { Counters, Unreadable } from "../actions/index.ts";
import type { Call } from "../bot/api/transport.ts";
import type { HandledUpdate } from "../bot/updates/handle.ts";
import { allowedUpdates } from "../bot/updates/kinds.ts";
import { kinds, unfinishedPhases } from "../rules/operation/state.ts";
import { countUnfinishedByState, countUnsentNotifications } from "../store/operation-lists.ts";
import type { OnAlone } from "../store/shared.ts";
import { countWatches } from "../store/watches.ts";
import { refusalReasons } from "../webhooks/receive.ts";

export type WorldMetrics = ReturnType<typeof createWorldMetrics>;

const openStates = ["quoted", ...unfinishedPhases] as const;

const lines = [{ level: "warn" }, { level: "error" }];
const arrivals: Parameters<Counters["event"]>[0][] = ["kept", "late", "repeated", ...refusalReasons];
const sources = [...Object.keys(endpoints), "event", "update", "file", "resolver"].map((source) => ({ source }));
const received = arrivals.map((outcome) => ({ outcome }));
const unhandled = allowedUpdates.flatMap((kind) =>
	(["again", "late", "failed", "limited"] as const).map((outcome) => ({ kind, outcome })),
);
/**
 * People's actions call these methods. Their counters of 429 exist from the start, with zero: alert rules would miss
 * the first 429 of a series that appears with it.
 */
const slowable = [
	"sendMessage",
	"editMessageText",
	"answerCallbackQuery",
	"deleteMessage",
	"sendDocument",
	"sendPhoto",
].map((method) => ({ method, status: 429 }));
const fallbacks = ["load", "save", "record"].flatMap((statement) =>
	(["left_out", "refused"] as const).map((reason) => ({ statement, reason })),
);
const reads = readOutcomes.map((outcome) => ({ outcome }));
const unclear = ["GET", "POST", "PUT"].map((method) => ({ method, outcome: "unknown" }));

/**
 * Alert rules and dashboards refer to metrics by name, so do not rename them. A label must have few possible values: a
 * domain, an id or the path of a request is never a label.
 */
export function createWorldMetrics() {
	const { registry, timer, counter, gauge } = createMetrics();
	const update = timer("update_seconds", "Telegram updates handled", ["kind", "outcome"], unhandled);
	const telegram = timer("telegram_call_seconds", "Calls to the Bot API", ["method", "status"], slowable);
	const call = timer("service_call_seconds", "Calls to the service", ["method", "outcome"], unclear);
	const permit = timer("rate_limit_wait_seconds", "Waits for the rate limiter before a call to the service", [
		"priority",
		"outcome",
	]);
	const block = counter("pace_blocks_total", "Refusals by the service that block a token", []);
	const request = timer("http_request_seconds", "Requests answered here", ["method", "route", "status"]);
	const served = timer("service_request_seconds", "Requests the service answered", ["method", "route", "status"]);
	const failedJobs = queueNames.map((queue) => ({ queue, outcome: "failed" }));
	const job = timer("job_seconds", "Jobs done", ["queue", "outcome"], failedJobs);
	const statement = timer("database_statement_seconds", "Statements answered by the database", []);
	const alone = counter(
		"shared_statement_fallbacks_total",
		"Updates that ran a separate statement",
		["statement", "reason"],
		fallbacks,
	);
	const read = counter("long_reads_total", "Long reads, if there is a standby for them", ["outcome"], reads);
	const operation = counter("operation_steps_total", "Operations that reached a state", ["kind", "state"]);
	const event = counter("events_received_total", "Events of the service that arrived", ["outcome"], received);
	const gap = counter("unreadable_fields_total", "Values from outside that cannot be read", ["source"], sources);
	const line = counter("log_lines_total", "Warnings and errors in the log", ["level"], lines);
	const count: Counters = {
		operation: (kind, state) => operation({ kind, state }),
		event: (outcome) => event({ outcome }),
	};
	return {
		registry,
		count,
		onUnreadable: (source: string) => gap({ source }),
		onUpdate: ({ milliseconds, ...labels }: HandledUpdate) => update(labels, milliseconds),
		onTelegramCall: ({ method, status, milliseconds }: Call) =>
			telegram({ method, status: status ?? "none" }, milliseconds),
		onServiceCall: ({ milliseconds, ...labels }: { method: string; outcome: string; milliseconds: number }) =>
			call(labels, milliseconds),
		onPermit: ({ milliseconds, ...labels }: { priority: string; outcome: string; milliseconds: number }) =>
			permit(labels, milliseconds),
		onBlock: () => block({}),
		onAnswer: ({ milliseconds, ...labels }: Answer) => request(labels, milliseconds),
		onServed: ({ method, route, status, seconds }: Answered) => served({ method, route, status }, seconds * 1_000),
		onJob: (queue: string, outcome: string, milliseconds: number) => job({ queue, outcome }, milliseconds),
		onStatement: (milliseconds: number) => statement({}, milliseconds),
		onAlone: ((statement, reason) => alone({ statement, reason })) satisfies OnAlone,
		onRead: (outcome: ReadOutcome) => read({ outcome }),
		onLine: (level: "warn" | "error") => line({ level }),
		/** Read each time the metrics are scraped. */
		watch(db: Db, readiness: Pick<Readiness, "parts" | "reasons">): void {
			gauge("part_ready", "1 if readiness finds no problem", ["part"], async () => {
				const reasons = await readiness.reasons();
				return readiness.parts().map((part) => ({ labels: { part }, value: part in reasons ? 0 : 1 }));
			});
			gauge("jobs_waiting", "Jobs that wait for a free worker", ["queue"], async () =>
				(await countWaiting(db)).map(({ queue, count: value }) => ({ labels: { queue }, value })),
			);
			gauge("operations_open", "Operations that are not settled", ["kind", "state"], async () => {
				const open = await countUnfinishedByState(db);
				const howMany = (kind: string, state: string) =>
					open.find((each) => each.kind === kind && each.state === state)?.count ?? 0;
				return kinds.flatMap((kind) =>
					openStates.map((state) => ({ labels: { kind, state }, value: howMany(kind, state) })),
				);
			});
			gauge("watches_running", "Watches that run", ["kind"], async () =>
				(await countWatches(db)).map(({ kind, count: value }) => ({ labels: { kind }, value })),
			);
			gauge("watches_oldest_seconds", "Age of the oldest last answer of a watch", ["kind"], async () =>
				(await countWatches(db)).map(({ kind, oldestSeconds: value }) => ({ labels: { kind }, value })),
			);
			gauge("outbox_waiting", "Messages that are due", [], async () => [
				{ value: (await countUnsentNotifications(db)).count },
			]);
			gauge("outbox_oldest_seconds", "Age of the oldest message that is due", [], async () => [
				{ value: (await countUnsentNotifications(db)).oldestSeconds },
			]);
		},
	};
}

/** `source`: an endpoint of the service, or `event`, `update`, `file` or `resolver`. */
type Count = (source: string) => void;

/** Counts each value from outside that cannot be read, and logs the first of each kind and origin. */
export function createUnreadable(log: Log, count: Count): Unreadable {
	const logged = new Set<string>();
	return (gap) => {
		count(gap.source);
		const key = `${gap.source} ${gap.field} ${gap.from ?? ""}`;
		if (logged.has(key) || logged.size >= mostLogged) return;
		logged.add(key);
		log.warn({ ...gap }, "a value from outside cannot be read and counts as unknown");
	};
}

/** The keys contain addresses of resolvers and nameservers, which others choose. */
const mostLogged = 1_000;
