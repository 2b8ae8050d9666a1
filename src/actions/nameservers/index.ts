import type { Bind } from "../bind.ts";
import { plan } from "./plan.ts";
import { planList } from "./plan-list.ts";
import { presets } from "./presets.ts";
import { probe } from "./probe.ts";

/** Plans to replace the nameservers of domains, and reads about nameservers. */
export const nameserverActions = (bind: Bind) => ({
	plan: bind(plan),
	planList: bind(planList),
	presets: bind(presets),
	probe: bind(probe),
});
