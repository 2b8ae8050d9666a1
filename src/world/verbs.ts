import { Agent } from "undici";
import { type Actions, createActions, createTasks, type Deps, type Tasks } from "../actions/index.ts";
import { createClient } from "../client/index.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { createGate } from "../postgres/gate.ts";
import type { Pace } from "../postgres/pace.ts";
import type { ZoneIndex } from "../rules/zones.ts";
import type { Base } from "./base.ts";
import type { Measures } from "./measures.ts";
import type { ServicePart } from "./service.ts";

export interface Verbs extends AsyncDisposable {
	actions: Actions;
	tasks: Tasks;
}

interface VerbsOptions {
	config: Config;
	log: Log;
	base: Base;
	pace: Pace;
	measures: Pick<Measures, "count" | "onTurn" | "onBlock" | "onServiceCall">;
	service: Pick<ServicePart, "url" | "name" | "desk">;
	/** Where this process receives events, as the service reaches it; null where it cannot. */
	receiver: string | null;
	/** Ends every call of the service. */
	cut: AbortSignal;
}

const callsAtOnce = 16;
const patienceMs = 6_000;

/** What a person can do, over the store and one pool of connections to the service. */
export function openVerbs({ config, log, base, pace, measures, service, receiver, cut }: VerbsOptions): Verbs {
	const spellings = new Map<string, ZoneIndex>();
	const dispatcher = new Agent({ connections: callsAtOnce, keepAliveTimeout: 30_000 });
	const { count, onTurn, onBlock, onServiceCall: onCall } = measures;
	const deps: Deps = {
		db: base.db,
		vault: base.vault,
		enqueue: base.jobs.enqueue,
		openClient({ serviceUrl, token }) {
			const baseUrl = serviceUrl === service.name ? service.url : serviceUrl;
			const gate = createGate({ pace, key: base.vault.fingerprint(token), onTurn, onBlock });
			return createClient({ baseUrl, spellings, token, gate, dispatcher, log, onCall });
		},
		patience: () => AbortSignal.any([AbortSignal.timeout(patienceMs), cut]),
		log,
		count,
		random: Math.random,
		service: {
			url: service.name,
			desk: service.desk,
			egress: config.service.egressIps ?? [],
			receiverBase: receiver === null ? null : `${receiver}/events/`,
		},
		adminChatId: config.people.adminChatId ?? null,
	};
	return {
		actions: createActions(deps),
		tasks: createTasks(deps),
		[Symbol.asyncDispose]: () => dispatcher.destroy(),
	};
}
