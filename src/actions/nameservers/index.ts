import type { Bind } from "../bind.ts";
import { plan } from "./plan.ts";
import { planList } from "./plan-list.ts";
import { presets } from "./presets.ts";

/** The nameserver actions: they plan changes of domains' nameservers, list presets and check nameservers. */
export const nameserverActions = (bind: Bind) => ({
	plan: bind(plan),
	planList: bind(planList),
	presets: bind(presets),
});
