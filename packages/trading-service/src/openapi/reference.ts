import { createHash } from "node:crypto";
import type { Document, Operation, Response, Schema } from "./document.ts";
import { fieldTable, resolve, typeOf } from "./fields.ts";
import { Html, html } from "./html.ts";
import { style } from "./style.ts";

interface Entry {
	method: string;
	path: string;
	operation: Operation;
}

/** Blocks everything except the page's inline style sheet. */
export const referencePolicy = [
	"default-src 'none'",
	`style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
].join("; ");

/** No scripts and no external files. */
export function renderReference(document: Document): string {
	const { info, tags, paths, webhooks, components } = document;
	const entries = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]): Entry => ({ method, path, operation })),
	);
	const ofTag = (tag: string): Entry[] => entries.filter(({ operation }) => operation.tags.includes(tag));
	const events = Object.entries(webhooks).flatMap(([event, methods]) =>
		Object.values(methods).map((operation) => ({ event, operation })),
	);
	return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${info.title} ${info.version}</title><style>${new Html(style)}</style></head>
<body><div class="page">
<nav><a href="#top"><strong>${info.title}</strong></a>
${tags.map(
	({ name }) => html`<h2>${name}</h2>
${ofTag(name).map(({ operation }) => html`<a href="#${operation.operationId}">${operation.summary}</a>`)}`,
)}
<h2>Events</h2>${events.map(({ event, operation }) => html`<a href="#${operation.operationId}">${event}</a>`)}
<h2><a href="#schemas">Schemas</a></h2></nav>
<main id="top"><h1>${info.title} <span class="quiet">${info.version}</span></h1>
${paragraphs(info.description)}
<p>Base address: <code>${document.servers[0]?.url}</code>. The same as a machine reads it: <a href="openapi.json">openapi.json</a>.</p>
${tags.map(
	({ name, description }) => html`<section><h2>${name}</h2><p>${description}</p>
${ofTag(name).map((entry) => renderEntry(document, entry))}</section>`,
)}
<section><h2>Events</h2><p>Posted to the account's webhook address.</p>
${events.map(({ event, operation }) => renderEvent(document, event, operation))}</section>
<section id="schemas"><h2>Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => renderSchema(document, name, schema))}</section>
</main></div></body></html>`.text;
}

function renderEntry(document: Document, { method, path, operation }: Entry): Html {
	const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
	const body = requestBody?.content["application/json"]?.schema;
	return html`<h3 id="${operationId}">${summary}</h3>
<p><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>${paragraphs(description)}
${
	parameters.length > 0 &&
	html`<h4>Parameters</h4><div class="wide"><table>${parameters.map(
		({ name, in: place, required, description: text, schema }) => html`<tr><td><code>${name}</code>
<span class="quiet">${place}${required ? "" : ", optional"}</span></td><td>${typeOf(schema)}</td><td>${inline(text ?? "")}</td></tr>`,
	)}</table></div>`
}
${body && html`<h4>Body: ${typeOf(body)}</h4>${fieldTable(document, body)}${renderExamples(document, body)}`}
${Object.entries(responses).map(([status, response]) => renderResponse(document, status, response))}`;
}

function renderResponse(document: Document, status: string, { description, content }: Response): Html {
	const media = content?.["application/json"];
	if (status === "200") {
		return html`<h4>Answer: ${media ? typeOf(media.schema) : ""}</h4>${media && renderExamples(document, media.schema)}`;
	}
	return html`<details><summary><code>${status}</code> ${Object.keys(media?.examples ?? {}).join(", ")}</summary>
${paragraphs(description)}</details>`;
}

function renderEvent(
	document: Document,
	event: string,
	{ operationId, description, parameters = [], requestBody }: Operation,
): Html {
	const body = requestBody?.content["application/json"]?.schema ?? {};
	return html`<h3 id="${operationId}">${event}</h3>${paragraphs(description)}
<div class="wide"><table>${parameters.map(
		({ name, description: text }) => html`<tr><td><code>${name}</code></td><td>${text}</td></tr>`,
	)}</table></div>${fieldTable(document, body)}${renderExamples(document, body)}`;
}

function renderSchema(document: Document, name: string, schema: Schema): Html {
	const described = schema.properties || schema.anyOf || schema.oneOf ? fieldTable(document, schema) : typeOf(schema);
	return html`<h3 id="schema-${name}">${name}</h3><p>${schema.description}</p>${described}`;
}

function renderExamples(document: Document, schema: Schema): Html[] {
	const { examples = [] } = resolve(document, schema).schema;
	return examples.map((example) => html`<pre><code>${JSON.stringify(example, null, 2)}</code></pre>`);
}

/** Empty lines separate paragraphs, and backticks enclose code. */
function paragraphs(text: string): Html[] {
	return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

function inline(text: string): (Html | string)[] {
	return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}
