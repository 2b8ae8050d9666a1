import type { Bind } from "../deps.ts";
import { authenticate } from "./authenticate.ts";
import { create } from "./create.ts";
import { decline } from "./decline.ts";
import { explain } from "./explain.ts";
import { findNames } from "./find-names.ts";
import { getDomain } from "./get-domain.ts";
import { list } from "./list.ts";
import { listDomains } from "./list-domains.ts";
import { planDns } from "./plan-dns.ts";
import { propose } from "./propose.ts";
import { read } from "./read.ts";
import { refresh } from "./refresh.ts";
import { status } from "./status.ts";
import { stop } from "./stop.ts";
import { waitingProposals } from "./waiting.ts";

/** What a person does with programs, and, after `authenticate`, what a program may do. */
export function programActions(bind: Bind) {
	return {
		create: bind(create),
		list: bind(list),
		read: bind(read),
		stop: bind(stop),
		waiting: bind(waitingProposals),
		decline: bind(decline),
		refresh: bind(refresh),
		authenticate: bind(authenticate),
		findNames: bind(findNames),
		listDomains: bind(listDomains),
		getDomain: bind(getDomain),
		planDns: bind(planDns),
		propose: bind(propose),
		status: bind(status),
		explain: bind(explain),
	};
}
