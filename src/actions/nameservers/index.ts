import type { Bind } from "../deps.ts";
import { plan } from "./plan.ts";
import { planList } from "./plan-list.ts";
import { presets } from "./presets.ts";

export const nameserverActions = (bind: Bind) => ({
	plan: bind(plan),
	planList: bind(planList),
	presets: bind(presets),
});
