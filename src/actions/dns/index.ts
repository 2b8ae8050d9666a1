import type { Bind } from "../deps.ts";
import { check, checkMail } from "./check.ts";
import { draft } from "./draft.ts";
import { plan } from "./plan.ts";
import { point, points, restore } from "./points.ts";
import { read } from "./read.ts";
import { deletePoint, namePoint, savePoint } from "./saved-points.ts";
import { applyTemplate, deleteTemplate, saveTemplate, template, templates } from "./templates.ts";
import { exportFile, importFile, readFile } from "./zone-file.ts";

export const dnsActions = (bind: Bind) => ({
	read: bind(read),
	check: bind(check),
	checkMail: bind(checkMail),
	plan: bind(plan),
	draft: bind(draft),
	readFile: bind(readFile),
	importFile: bind(importFile),
	exportFile: bind(exportFile),
	templates: bind(templates),
	template: bind(template),
	saveTemplate: bind(saveTemplate),
	deleteTemplate: bind(deleteTemplate),
	applyTemplate: bind(applyTemplate),
	points: bind(points),
	point: bind(point),
	savePoint: bind(savePoint),
	namePoint: bind(namePoint),
	deletePoint: bind(deletePoint),
	restore: bind(restore),
});
