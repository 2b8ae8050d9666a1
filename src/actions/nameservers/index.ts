import type { Bind } from "../deps.ts";
import { plan } from "./plan.ts";
import { presets } from "./presets.ts";

export const nameserverActions = (bind: Bind) => ({
	plan: bind(plan),
	presets: bind(presets),
});
