import type { Bind } from "../bind.ts";
import { applyPreset } from "./apply-preset.ts";
import { draft, plan } from "./plan.ts";
import { deletePoint, namePoint, point, points, restore, savePoint } from "./points.ts";
import { read } from "./read.ts";
import { exportFile, importFile, readFile } from "./zone-file.ts";

/** Reads of a domain's DNS, and plans to change it. */
export const dnsActions = (bind: Bind) => ({
	read: bind(read),
	plan: bind(plan),
	draft: bind(draft),
	readFile: bind(readFile),
	importFile: bind(importFile),
	exportFile: bind(exportFile),
	applyPreset: bind(applyPreset),
	points: bind(points),
	point: bind(point),
	savePoint: bind(savePoint),
	namePoint: bind(namePoint),
	deletePoint: bind(deletePoint),
	restore: bind(restore),
});
