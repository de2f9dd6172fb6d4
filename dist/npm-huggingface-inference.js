import{Ei as e}from"./common.js";const t=`https://huggingface.co`,n=`https://router.huggingface.co`,r={baseten:{},cerebras:{},cohere:{},deepinfra:{},"fal-ai":{},"featherless-ai":{},"fireworks-ai":{},groq:{},"hf-inference":{},novita:{},nscale:{},openai:{},publicai:{},ovhcloud:{},replicate:{},scaleway:{},together:{},wavespeed:{},"zai-org":{}};var i=class extends Error{constructor(e){super(e),this.name=`InferenceClientError`}},a=class extends i{constructor(e){super(e),this.name=`InputError`}},o=class extends i{constructor(e){super(e),this.name=`RoutingError`}},s=class extends i{httpRequest;httpResponse;constructor(e,t,n){super(e),this.httpRequest={...t,...t.headers?{headers:{...t.headers,...`Authorization`in t.headers?{Authorization:`Bearer [redacted]`}:void 0}}:void 0},this.httpResponse=n}},c=class extends s{constructor(e,t,n){super(e,t,n),this.name=`ProviderApiError`}},l=class extends s{constructor(e,t,n){super(e,t,n),this.name=`HubApiError`}},u=class extends i{constructor(e){super(e),this.name=`ProviderOutputError`}};function d(e){return Array.isArray(e)?e:[e]}function f(e,t){return Object.assign({},...t.map(t=>{if(e[t]!==void 0)return{[t]:e[t]}}))}function p(e,t){return e.includes(t)}function m(e,t){let n=Array.isArray(t)?t:[t];return f(e,Object.keys(e).filter(e=>!p(n,e)))}var h=class{provider;baseUrl;clientSideRoutingOnly;constructor(e,t,n=!1){this.provider=e,this.baseUrl=t,this.clientSideRoutingOnly=n}makeBaseUrl(e){return e.authMethod===`provider-key`?this.baseUrl:`${n}/${this.provider}`}makeBody(e){return`data`in e.args&&e.args.data?e.args.data:JSON.stringify(this.preparePayload(e))}makeUrl(e){let t=this.makeBaseUrl(e),n=this.makeRoute(e).replace(/^\/+/,``);return e.urlTransform?e.urlTransform(`${t}/${n}`):`${t}/${n}`}prepareHeaders(e,t){let n={};return e.authMethod!==`none`&&(n.Authorization=`Bearer ${e.accessToken}`),t||(n[`Content-Type`]=`application/json`),n}},g=class extends h{constructor(e,t,n=!1){super(e,t,n)}makeRoute(){return`v1/chat/completions`}preparePayload(e){return{model:e.model,...m(e.args,`model`)}}async getResponse(e){if(typeof e==`object`&&Array.isArray(e?.choices)&&typeof e?.created==`number`&&typeof e?.id==`string`&&typeof e?.model==`string`&&(e.system_fingerprint===void 0||e.system_fingerprint===null||typeof e.system_fingerprint==`string`)&&typeof e?.usage==`object`)return e;throw new u(`Expected ChatCompletionOutput`)}},_=class extends h{constructor(e,t,n=!1){super(e,t,n)}preparePayload(e){return{...e.args,model:e.model}}makeRoute(){return`v1/completions`}async getResponse(e){let t=d(e);if(Array.isArray(t)&&t.length>0&&t.every(e=>typeof e==`object`&&!!e&&`generated_text`in e&&typeof e.generated_text==`string`))return t[0];throw new u(`Expected Array<{generated_text: string}>`)}},ee=class extends g{constructor(){super(`auto`,`https://router.huggingface.co`)}makeBaseUrl(e){if(e.authMethod!==`hf-token`)throw new o(`Cannot select auto-router when using non-Hugging Face API key.`);return this.baseUrl}};function v(e){if(globalThis.Buffer)return globalThis.Buffer.from(e).toString(`base64`);{let t=[];return e.forEach(e=>{t.push(String.fromCharCode(e))}),globalThis.btoa(t.join(``))}}async function y(e,t=`image/jpeg`){let n=await e.arrayBuffer();return`data:${t};base64,${v(new Uint8Array(n))}`}const b=[`feature-extraction`,`sentence-similarity`];var x=class extends h{constructor(){super(`hf-inference`,`${n}/hf-inference`)}preparePayload(e){return e.args}makeUrl(e){return e.model.startsWith(`http://`)||e.model.startsWith(`https://`)?e.model:super.makeUrl(e)}makeRoute(e){return e.task&&[`feature-extraction`,`sentence-similarity`].includes(e.task)?`models/${e.model}/pipeline/${e.task}`:`models/${e.model}`}async getResponse(e){return e}},te=class extends x{preparePayload(e){if(e.outputType===`url`)throw new a(`hf-inference provider does not support URL output. Use outputType 'blob', 'dataUrl' or 'json' instead.`);return e.args}async getResponse(e,t,n,r,i){if(!e)throw new u(`Received malformed response from HF-Inference text-to-image API: response is undefined`);if(typeof e==`object`){if(r===`json`)return{...e};if(`data`in e&&Array.isArray(e.data)&&e.data[0].b64_json){let t=e.data[0].b64_json;return r===`dataUrl`?`data:image/jpeg;base64,${t}`:await(await fetch(`data:image/jpeg;base64,${t}`,{signal:i})).blob()}if(`output`in e&&Array.isArray(e.output)){let t=await(await fetch(e.output[0],{signal:i})).blob();return r===`dataUrl`?y(t):t}}if(e instanceof Blob)return r===`dataUrl`?y(e):r===`json`?{output:await y(e)}:e;throw new u(`Received malformed response from HF-Inference text-to-image API: expected a Blob`)}},ne=class extends x{makeUrl(e){let t;return t=e.model.startsWith(`http://`)||e.model.startsWith(`https://`)?e.model.trim():`${this.makeBaseUrl(e)}/models/${e.model}`,t=t.replace(/\/+$/,``),t.endsWith(`/v1`)?t+=`/chat/completions`:t.endsWith(`/chat/completions`)||(t+=`/v1/chat/completions`),t}preparePayload(e){return{...e.args,model:e.model}}async getResponse(e){return e}},re=class extends x{makeUrl(e){let t;return t=e.model.startsWith(`http://`)||e.model.startsWith(`https://`)?e.model.trim():`${this.makeBaseUrl(e)}/models/${e.model}`,t=t.replace(/\/+$/,``),t.endsWith(`/v1`)?t+=`/completions`:t.endsWith(`/completions`)||(t+=`/v1/completions`),t}preparePayload(e){return{model:e.model,...m(e.args,[`inputs`,`parameters`]),...e.args.parameters?{max_tokens:e.args.parameters.max_new_tokens,...m(e.args.parameters,`max_new_tokens`)}:void 0,prompt:e.args.inputs}}async getResponse(e){if(typeof e==`object`&&`choices`in e&&Array.isArray(e.choices)&&typeof e.choices[0]?.text==`string`)return{generated_text:e.choices[0].text};throw new u(`Received malformed response from HF-Inference text generation API: expected {choices: [{text: string}]}`)}},ie=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e==`object`&&!!e&&typeof e.label==`string`&&typeof e.score==`number`))return e;throw new u(`Received malformed response from HF-Inference audio-classification API: expected Array<{label: string, score: number}> but received different format`)}},ae=class extends x{async getResponse(e){return e}async preparePayloadAsync(e){return`data`in e?e:{...m(e,`inputs`),data:e.inputs}}},oe=class extends x{async preparePayloadAsync(e){return`data`in e?e:{...m(e,`inputs`),data:e.inputs}}async getResponse(e){if(!Array.isArray(e))throw new u(`Received malformed response from HF-Inference audio-to-audio API: expected Array`);if(!e.every(e=>typeof e==`object`&&e&&`label`in e&&typeof e.label==`string`&&`content-type`in e&&typeof e[`content-type`]==`string`&&`blob`in e&&typeof e.blob==`string`))throw new u(`Received malformed response from HF-Inference audio-to-audio API: expected Array<{label: string, audio: Blob}>`);return e}},se=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e==`object`&&!!e&&typeof e?.answer==`string`&&(typeof e.end==`number`||e.end===void 0)&&(typeof e.score==`number`||e.score===void 0)&&(typeof e.start==`number`||e.start===void 0)))return e[0];throw new u(`Received malformed response from HF-Inference document-question-answering API: expected Array<{answer: string, end: number, score: number, start: number}>`)}},ce=class extends x{async getResponse(e){let t=(e,n,r=0)=>r>n?!1:e.every(e=>Array.isArray(e))?e.every(e=>t(e,n,r+1)):e.every(e=>typeof e==`number`);if(Array.isArray(e)&&t(e,3,0))return e;throw new u(`Received malformed response from HF-Inference feature-extraction API: expected Array<number[][][] | number[][] | number[] | number>`)}},le=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e.label==`string`&&typeof e.score==`number`))return e;throw new u(`Received malformed response from HF-Inference image-classification API: expected Array<{label: string, score: number}>`)}},ue=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e.label==`string`&&typeof e.mask==`string`&&(e.score===void 0||typeof e.score==`number`)))return e;throw new u(`Received malformed response from HF-Inference image-segmentation API: expected Array<{label: string, mask: string, score: number}>`)}async preparePayloadAsync(e){return{...e,inputs:v(new Uint8Array(e.inputs instanceof ArrayBuffer?e.inputs:await e.inputs.arrayBuffer()))}}},de=class extends x{async getResponse(e){if(typeof e?.generated_text!=`string`)throw new u(`Received malformed response from HF-Inference image-to-text API: expected {generated_text: string}`);return e}async preparePayloadAsync(e){return`data`in e?e:{...m(e,`inputs`),data:e.inputs}}},fe=class extends x{async preparePayloadAsync(e){return e.parameters?{...e,inputs:v(new Uint8Array(e.inputs instanceof ArrayBuffer?e.inputs:await e.inputs.arrayBuffer()))}:{...e,model:e.model,data:e.inputs}}async getResponse(e){if(e instanceof Blob)return e;throw new u(`Received malformed response from HF-Inference image-to-image API: expected Blob`)}},S=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e.label==`string`&&typeof e.score==`number`&&typeof e.box.xmin==`number`&&typeof e.box.ymin==`number`&&typeof e.box.xmax==`number`&&typeof e.box.ymax==`number`))return e;throw new u(`Received malformed response from HF-Inference object-detection API: expected Array<{label: string, score: number, box: {xmin: number, ymin: number, xmax: number, ymax: number}}>`)}},pe=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e.label==`string`&&typeof e.score==`number`))return e;throw new u(`Received malformed response from HF-Inference zero-shot-image-classification API: expected Array<{label: string, score: number}>`)}},me=class extends x{async getResponse(e){let t=e?.[0];if(Array.isArray(t)&&t.every(e=>typeof e?.label==`string`&&typeof e.score==`number`))return t;throw new u(`Received malformed response from HF-Inference text-classification API: expected Array<{label: string, score: number}>`)}},he=class extends x{async getResponse(e){if(Array.isArray(e)?e.every(e=>typeof e==`object`&&!!e&&typeof e.answer==`string`&&typeof e.end==`number`&&typeof e.score==`number`&&typeof e.start==`number`):typeof e==`object`&&e&&typeof e.answer==`string`&&typeof e.end==`number`&&typeof e.score==`number`&&typeof e.start==`number`)return Array.isArray(e)?e[0]:e;throw new u(`Received malformed response from HF-Inference question-answering API: expected Array<{answer: string, end: number, score: number, start: number}>`)}},ge=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e.score==`number`&&typeof e.sequence==`string`&&typeof e.token==`number`&&typeof e.token_str==`string`))return e;throw new u(`Received malformed response from HF-Inference fill-mask API: expected Array<{score: number, sequence: string, token: number, token_str: string}>`)}},_e=class e extends x{async getResponse(t){if(typeof t==`object`&&t&&`labels`in t&&`scores`in t&&Array.isArray(t.labels)&&Array.isArray(t.scores)&&t.labels.length===t.scores.length&&t.labels.every(e=>typeof e==`string`)&&t.scores.every(e=>typeof e==`number`)){let e=t.scores;return t.labels.map((t,n)=>({label:t,score:e[n]}))}if(Array.isArray(t)&&t.every(e.validateOutputElement))return t;throw new u(`Received malformed response from HF-Inference zero-shot-classification API: expected Array<{label: string, score: number}>`)}static validateOutputElement(e){return typeof e==`object`&&!!e&&`label`in e&&`score`in e&&typeof e.label==`string`&&typeof e.score==`number`}},ve=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e==`number`))return e;throw new u(`Received malformed response from HF-Inference sentence-similarity API: expected Array<number>`)}},ye=class e extends x{static validate(e){return typeof e==`object`&&!!e&&`aggregator`in e&&typeof e.aggregator==`string`&&`answer`in e&&typeof e.answer==`string`&&`cells`in e&&Array.isArray(e.cells)&&e.cells.every(e=>typeof e==`string`)&&`coordinates`in e&&Array.isArray(e.coordinates)&&e.coordinates.every(e=>Array.isArray(e)&&e.every(e=>typeof e==`number`))}async getResponse(t){if(Array.isArray(t)&&Array.isArray(t)?t.every(t=>e.validate(t)):e.validate(t))return Array.isArray(t)?t[0]:t;throw new u(`Received malformed response from HF-Inference table-question-answering API: expected {aggregator: string, answer: string, cells: string[], coordinates: number[][]}`)}},be=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e.end==`number`&&typeof e.entity_group==`string`&&typeof e.score==`number`&&typeof e.start==`number`&&typeof e.word==`string`))return e;throw new u(`Received malformed response from HF-Inference token-classification API: expected Array<{end: number, entity_group: string, score: number, start: number, word: string}>`)}},xe=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e?.translation_text==`string`))return e?.length===1?e?.[0]:e;throw new u(`Received malformed response from HF-Inference translation API: expected Array<{translation_text: string}>`)}},Se=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e?.summary_text==`string`))return e?.[0];throw new u(`Received malformed response from HF-Inference summarization API: expected Array<{summary_text: string}>`)}},Ce=class extends x{async getResponse(e){return e}},we=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e==`number`))return e;throw new u(`Received malformed response from HF-Inference tabular-classification API: expected Array<number>`)}},Te=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e==`object`&&!!e&&typeof e?.answer==`string`&&typeof e.score==`number`))return e[0];throw new u(`Received malformed response from HF-Inference visual-question-answering API: expected Array<{answer: string, score: number}>`)}},Ee=class extends x{async getResponse(e){if(Array.isArray(e)&&e.every(e=>typeof e==`number`))return e;throw new u(`Received malformed response from HF-Inference tabular-regression API: expected Array<number>`)}},De=class extends x{async getResponse(e){return e}};let Oe=console;function ke(e){Oe=e}function Ae(){return Oe}const je=/* @__PURE__ */ new Map;function Me(e,t){return t?Array.isArray(t)?t:Object.entries(t).map(([t,n])=>({provider:t,hfModelId:e,providerId:n.providerId,status:n.status,task:n.task,adapter:n.adapter,adapterWeightsPath:n.adapterWeightsPath})):[]}async function Ne(e,n,r){let i;if(je.has(e))i=je.get(e);else{let a=`${t}/api/models/${e}?expand[]=inferenceProviderMapping`,o=await(r?.fetch??fetch)(a,{headers:n?.startsWith(`hf_`)?{Authorization:`Bearer ${n}`}:{}});if(!o.ok){if(o.headers.get(`Content-Type`)?.startsWith(`application/json`)){let t=await o.json();if(`error`in t&&typeof t.error==`string`)throw new l(`Failed to fetch inference provider mapping for model ${e}: ${t.error}`,{url:a,method:`GET`},{requestId:o.headers.get(`x-request-id`)??``,status:o.status,body:t})}else throw new l(`Failed to fetch inference provider mapping for model ${e}`,{url:a,method:`GET`},{requestId:o.headers.get(`x-request-id`)??``,status:o.status,body:await o.text()})}let s=null;try{s=await o.json()}catch{throw new l(`Failed to fetch inference provider mapping for model ${e}: malformed API response, invalid JSON`,{url:a,method:`GET`},{requestId:o.headers.get(`x-request-id`)??``,status:o.status,body:await o.text()})}if(!s?.inferenceProviderMapping)throw new l(`We have not been able to find inference provider information for model ${e}.`,{url:a,method:`GET`},{requestId:o.headers.get(`x-request-id`)??``,status:o.status,body:await o.text()});i=Me(e,s.inferenceProviderMapping),je.set(e,i)}return i}async function Pe(e,t){let n=Ae();if(e.provider===`auto`&&e.task===`conversational`)return{hfModelId:e.modelId,provider:`auto`,providerId:e.modelId,status:`live`,task:`conversational`};if(r[e.provider][e.modelId])return r[e.provider][e.modelId];let i=(await Ne(e.modelId,e.accessToken,t)).find(t=>t.provider===e.provider);if(i){if(!p(e.provider===`hf-inference`&&p(b,e.task)?b:[e.task],i.task))throw new a(`Model ${e.modelId} is not supported for task ${e.task} and provider ${e.provider}. Supported task: ${i.task}.`);return i.status===`staging`&&n.warn(`Model ${e.modelId} is in staging mode for provider ${e.provider}. Meant for test purposes only.`),i}return null}async function C(e,t,n,r){let i=Ae();if(n){if(e)throw new a(`Specifying both endpointUrl and provider is not supported.`);return`hf-inference`}if(e||=(i.log(`Defaulting to 'auto' which will select the first provider available for the model, sorted by the user's order in https://hf.co/settings/inference-providers.`),`auto`),e===`auto`){if(!t)throw new a(`Specifying a model is required when provider is 'auto'`);e=(await Ne(t,void 0,r))[0]?.provider,i.log(`Auto selected provider:`,e)}if(!e)throw new a(`No Inference Provider available for model ${t}.`);return e}var Fe=class extends g{constructor(){super(`baseten`,`https://inference.baseten.co`)}},Ie=class extends g{constructor(){super(`cerebras`,`https://api.cerebras.ai`)}preparePayload(e){return m(super.preparePayload(e),`store`)}},Le=class extends g{constructor(){super(`cohere`,`https://api.cohere.com`)}makeRoute(){return`/compatibility/v1/chat/completions`}};const Re=`https://api.deepinfra.com`,ze={"audio/wav":`wav`,"audio/x-wav":`wav`,"audio/wave":`wav`,"audio/mpeg":`mp3`,"audio/mp3":`mp3`,"audio/mp4":`mp4`,"audio/m4a":`m4a`,"audio/x-m4a":`m4a`,"audio/flac":`flac`,"audio/x-flac":`flac`,"audio/ogg":`ogg`,"audio/webm":`webm`};function Be(e){if(!e)return`wav`;let t=e.split(`;`)[0].trim().toLowerCase();return ze[t]??`wav`}var Ve=class extends g{constructor(){super(`deepinfra`,Re)}makeRoute(){return`v1/openai/chat/completions`}},He=class extends _{constructor(){super(`deepinfra`,Re)}makeRoute(){return`v1/openai/completions`}preparePayload(e){let t=e.args.parameters;return{model:e.model,prompt:e.args.inputs,...m(e.args,[`inputs`,`parameters`]),...t?{max_tokens:t.max_new_tokens,...m(t,[`max_new_tokens`])}:void 0}}async getResponse(e){if(typeof e==`object`&&e&&Array.isArray(e.choices)&&e.choices.length>0){let t=e.choices[0].text;if(typeof t==`string`)return{generated_text:t}}throw new u(`Received malformed response from DeepInfra text-generation API: expected OpenAI completion payload`)}},Ue=class extends h{constructor(){super(`deepinfra`,Re)}makeRoute(){return`v1/openai/audio/transcriptions`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`,`data`]),...e.args.parameters,model:e.model}}makeBody(e){let t=e.args.data,n=new FormData;if(t instanceof Blob)n.append(`file`,t,`audio.${Be(t.type)}`);else throw new a(`DeepInfra automatic-speech-recognition expects a Blob audio input.`);let r=this.preparePayload(e);for(let[e,t]of Object.entries(r))t!=null&&(typeof t==`string`?n.append(e,t):typeof t==`number`||typeof t==`boolean`?n.append(e,String(t)):n.append(e,JSON.stringify(t)));return n}async preparePayloadAsync(e){let t=`data`in e?e.data:e.inputs,n;if(t instanceof Blob)n=t;else if(t instanceof ArrayBuffer)n=new Blob([t]);else throw new a(`DeepInfra automatic-speech-recognition expects a Blob or ArrayBuffer audio input.`);return{...`data`in e?m(e,`data`):m(e,`inputs`),data:n}}async getResponse(e){if(typeof e==`object`&&e&&typeof e.text==`string`){let t={text:e.text};return Array.isArray(e.segments)&&(t.chunks=e.segments.map(e=>({text:e.text,timestamp:[e.start,e.end]}))),t}throw new u(`Received malformed response from DeepInfra automatic-speech-recognition API: ${JSON.stringify(e)}`)}},We=class extends h{constructor(){super(`deepinfra`,Re)}makeRoute(){return`v1/openai/audio/speech`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,input:e.args.inputs,model:e.model}}async getResponse(e){if(e instanceof Blob)return e;throw new u(`Received malformed response from DeepInfra text-to-speech API: ${JSON.stringify(e)}`)}},Ge=class extends h{constructor(){super(`deepinfra`,Re)}makeRoute(){return`v1/openai/embeddings`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,input:e.args.inputs,model:e.model}}async getResponse(e){if(typeof e==`object`&&e&&`data`in e&&Array.isArray(e.data)&&e.data.every(e=>typeof e==`object`&&!!e&&Array.isArray(e.embedding)))return e.data.map(e=>e.embedding);throw new u(`Received malformed response from DeepInfra feature-extraction (embeddings) API: ${JSON.stringify(e)}`)}},Ke=class extends h{constructor(){super(`deepinfra`,Re)}makeRoute(){return`v1/openai/images/generations`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,response_format:e.outputType===`url`?`url`:`b64_json`,prompt:e.args.inputs,model:e.model}}async getResponse(e,t,n,r,i){if(typeof e==`object`&&e&&`data`in e&&Array.isArray(e.data)&&e.data.length>0){if(r===`json`)return{...e};if(typeof e.data[0].url==`string`)return e.data[0].url;if(typeof e.data[0].b64_json==`string`){let t=e.data[0].b64_json;return r===`dataUrl`?`data:image/jpeg;base64,${t}`:fetch(`data:image/jpeg;base64,${t}`,{signal:i}).then(e=>e.blob())}}throw new u(`Received malformed response from DeepInfra text-to-image API`)}};function w(e){return/^http(s?):/.test(e)||e.startsWith(`/`)}function qe(e){return e.reason instanceof Error?e.reason:new DOMException(`The operation was aborted`,`AbortError`)}function Je(e,t){return t?.aborted?Promise.reject(qe(t)):new Promise((n,r)=>{let i=()=>{},a=setTimeout(()=>{i(),n()},e);if(a.unref?.(),!t)return;let o=()=>{clearTimeout(a),i(),r(qe(t))};i=()=>{t.removeEventListener(`abort`,o)},t.addEventListener(`abort`,o,{once:!0})})}const Ye={"audio/mpeg":`audio/mpeg`,"audio/mp3":`audio/mpeg`,"audio/wav":`audio/x-wav`,"audio/wave":`audio/x-wav`,"audio/x-wav":`audio/x-wav`,"audio/webm":`video/webm`,"video/webm":`video/webm`},Xe=Object.keys(Ye);function Ze(e){let t=e.split(`;`)[0].trim().toLowerCase(),n=Ye[t];if(!n)throw new a(`Provider fal-ai does not support blob type ${e} - supported content types are: ${Xe.join(`, `)}`);return n}async function Qe(e){let t=e.type;if(!t)throw new a(`Unable to determine the input's content-type. Make sure your are passing a Blob when using provider fal-ai.`);return`data:${Ze(t)};base64,${v(new Uint8Array(await e.arrayBuffer()))}`}var $e=class extends h{constructor(e){super(`fal-ai`,e||`https://fal.run`)}preparePayload(e){return e.args}makeRoute(e){return`/${e.model}`}prepareHeaders(e,t){let n={Authorization:e.authMethod===`provider-key`?`Key ${e.accessToken}`:`Bearer ${e.accessToken}`};return t||(n[`Content-Type`]=`application/json`),n}},et=class extends $e{makeRoute(e){return e.authMethod===`provider-key`?`/${e.model}`:`/${e.model}?_subdomain=queue`}async getResponseFromQueueApi(e,t,n,r){if(!t||!n)throw new a(`URL and headers are required for ${this.task} task`);if(!e.request_id)throw new u(`Received malformed response from Fal.ai ${this.task} API: no request ID found in the response`);let i=e.status,o=new URL(t),s=`${o.protocol}//${o.host}${o.host===`router.huggingface.co`?`/fal-ai`:``}`,l=new URL(e.response_url).pathname,d=o.search,f=`${s}${l}/status${d}`,p=`${s}${l}${d}`;for(;i!==`COMPLETED`;){await Je(500,r);let e=await fetch(f,{headers:n,signal:r});if(!e.ok)throw new c(`Failed to fetch response status from fal-ai API`,{url:f,method:`GET`},{requestId:e.headers.get(`x-request-id`)??``,status:e.status,body:await e.text()});try{i=(await e.json()).status}catch{throw new u(`Failed to parse status response from fal-ai API: received malformed response`)}}let m=await fetch(p,{headers:n,signal:r}),h;try{h=await m.json()}catch{throw new u(`Failed to parse result response from fal-ai API: received malformed response`)}return h}};function tt(e,n){return`${t}/${e}/resolve/main/${n}`}function nt(e){let t=new URL(e);return t.origin===`https://router.huggingface.co`?e:(t.pathname=t.pathname.split(`/`).slice(0,-1).join(`/`),t.toString())}var rt=class extends et{task;constructor(){super(`https://queue.fal.run`),this.task=`text-to-image`}preparePayload(e){let t={...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,prompt:e.args.inputs};return e.mapping?.adapter===`lora`&&e.mapping.adapterWeightsPath&&(t.loras=[{path:tt(e.mapping.hfModelId,e.mapping.adapterWeightsPath),scale:1}],e.mapping.providerId===`fal-ai/lora`&&(t.model_name=`stabilityai/stable-diffusion-xl-base-1.0`)),t}async getResponse(e,t,n,r,i){let a=await this.getResponseFromQueueApi(e,t,n,i);if(typeof a==`object`&&`images`in a&&Array.isArray(a.images)&&a.images.length>0&&`url`in a.images[0]&&typeof a.images[0].url==`string`&&w(a.images[0].url)){if(r===`json`)return{...a};if(r===`url`)return a.images[0].url;let e=await(await fetch(a.images[0].url,{signal:i})).blob();return r===`dataUrl`?y(e):e}throw new u(`Received malformed response from Fal.ai text-to-image API: expected { images: Array<{ url: string }> } result format, got instead: ${JSON.stringify(a)}`)}},it=class extends et{task;constructor(){super(`https://queue.fal.run`),this.task=`image-to-image`}preparePayload(e){let t=e.args;return e.mapping?.adapter===`lora`&&e.mapping.adapterWeightsPath&&(t.loras=[{path:tt(e.mapping.hfModelId,e.mapping.adapterWeightsPath),scale:1}]),t}async preparePayloadAsync(e){let t=`data:${e.inputs instanceof Blob?e.inputs.type:`image/png`};base64,${v(new Uint8Array(e.inputs instanceof ArrayBuffer?e.inputs:await e.inputs.arrayBuffer()))}`;return{...m(e,[`inputs`,`parameters`]),...e.parameters,image_url:t,image_urls:[t]}}async getResponse(e,t,n,r,i){let a=await this.getResponseFromQueueApi(e,t,n,i);if(typeof a==`object`&&a&&`images`in a&&Array.isArray(a.images)&&a.images.length>0&&typeof a.images[0]==`object`&&a.images[0]&&`url`in a.images[0]&&typeof a.images[0].url==`string`&&w(a.images[0].url))return await(await fetch(a.images[0].url,{signal:i})).blob();throw new u(`Received malformed response from Fal.ai image-to-image API: expected { images: Array<{ url: string }> } result format, got instead: ${JSON.stringify(a)}`)}},at=class extends it{constructor(){super(),this.task=`image-text-to-image`}async preparePayloadAsync(e){return e.inputs?super.preparePayloadAsync(e):{...m(e,[`inputs`,`parameters`]),...e.parameters,prompt:e.parameters?.prompt,urlTransform:nt}}},ot=class extends et{task;constructor(){super(`https://queue.fal.run`),this.task=`text-to-video`}preparePayload(e){let t={...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,prompt:e.args.inputs};return e.mapping?.adapter===`lora`&&e.mapping.adapterWeightsPath&&(t.loras=[{path:tt(e.mapping.hfModelId,e.mapping.adapterWeightsPath),scale:1}]),t}async getResponse(e,t,n,r,i){let a=await this.getResponseFromQueueApi(e,t,n,i);if(typeof a==`object`&&a&&`video`in a&&typeof a.video==`object`&&a.video&&`url`in a.video&&typeof a.video.url==`string`&&w(a.video.url))return await(await fetch(a.video.url,{signal:i})).blob();throw new u(`Received malformed response from Fal.ai text-to-video API: expected { video: { url: string } } result format, got instead: ${JSON.stringify(a)}`)}},st=class extends et{task;constructor(){super(`https://queue.fal.run`),this.task=`image-to-video`}preparePayload(e){let t={...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,image_url:e.args.image_url};return e.mapping?.adapter===`lora`&&e.mapping.adapterWeightsPath&&(t.loras=[{path:tt(e.mapping.hfModelId,e.mapping.adapterWeightsPath),scale:1}]),t}async preparePayloadAsync(e){let t=e.inputs instanceof Blob?e.inputs.type:`image/png`;return{...m(e,[`inputs`,`parameters`]),image_url:`data:${t};base64,${v(new Uint8Array(e.inputs instanceof ArrayBuffer?e.inputs:await e.inputs.arrayBuffer()))}`,...e.parameters,...e}}async getResponse(e,t,n,r,i){let a=await this.getResponseFromQueueApi(e,t,n,i);if(typeof a==`object`&&a&&`video`in a&&typeof a.video==`object`&&a.video!==null&&`url`in a.video&&typeof a.video.url==`string`&&`url`in a.video&&w(a.video.url))return await(await fetch(a.video.url,{signal:i})).blob();throw new u(`Received malformed response from Fal.ai image‑to‑video API: expected { video: { url: string } }, got: ${JSON.stringify(a)}`)}},ct=class extends st{constructor(){super(),this.task=`image-text-to-video`}async preparePayloadAsync(e){return e.inputs?super.preparePayloadAsync(e):{...m(e,[`inputs`,`parameters`]),...e.parameters,prompt:e.parameters?.prompt,urlTransform:nt}}},lt=class extends $e{prepareHeaders(e,t){let n=super.prepareHeaders(e,t);return n[`Content-Type`]=`application/json`,n}async getResponse(e){let t=e,n=typeof t?.text==`string`?t.text:typeof t?.output==`string`?t.output:void 0;if(typeof n!=`string`)throw new u(`Received malformed response from Fal.ai Automatic Speech Recognition API: expected { text: string } or { output: string } format, got instead: ${JSON.stringify(e)}`);let r={text:n},i=Array.isArray(t.chunks)?t.chunks.filter(e=>typeof e?.text==`string`&&Array.isArray(e.timestamp)).map(e=>({text:e.text,timestamp:e.timestamp})):Array.isArray(t.segments)?t.segments.filter(e=>typeof e?.text==`string`).map(e=>({text:e.text,timestamp:[e.start??0,e.end??0]})):[];return i.length>0&&(r.chunks=i),r}async preparePayloadAsync(e){let t=`data`in e&&e.data instanceof Blob?e.data:`inputs`in e?e.inputs:void 0;if(!(t instanceof Blob))throw new a(`Unable to determine the input's content-type. Make sure your are passing a Blob when using provider fal-ai.`);return{...`data`in e?m(e,`data`):m(e,`inputs`),audio_url:await Qe(t)}}},ut=class extends $e{preparePayload(e){return{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,text:e.args.inputs}}async getResponse(e,t,n,r,i){let a=e;if(typeof a?.audio?.url!=`string`)throw new u(`Received malformed response from Fal.ai Text-to-Speech API: expected { audio: { url: string } } format, got instead: ${JSON.stringify(e)}`);let o=await fetch(a.audio.url,{signal:i});if(!o.ok)throw new c(`Failed to fetch audio from ${a.audio.url}: ${o.statusText}`,{url:a.audio.url,method:`GET`,headers:{"Content-Type":`application/json`}},{requestId:o.headers.get(`x-request-id`)??``,status:o.status,body:await o.text()});try{return await o.blob()}catch(e){throw new c(`Failed to fetch audio from ${a.audio.url}: ${e instanceof Error?e.message:String(e)}`,{url:a.audio.url,method:`GET`,headers:{"Content-Type":`application/json`}},{requestId:o.headers.get(`x-request-id`)??``,status:o.status,body:await o.text()})}}},dt=class extends et{task;constructor(){super(`https://queue.fal.run`),this.task=`text-to-audio`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,prompt:e.args.inputs}}async getResponse(e,t,n,r,i){let a=await this.getResponseFromQueueApi(e,t,n,i),o=a.audio_file??a.audio;if(typeof o!=`object`||!o||typeof o.url!=`string`||!w(o.url))throw new u(`Received malformed response from Fal.ai text-to-audio API: expected { audio_file: { url: string } } or { audio: { url: string } } result format, got instead: ${JSON.stringify(a)}`);let s=await fetch(o.url,{signal:i});if(!s.ok)throw new c(`Failed to fetch audio from ${o.url}: ${s.statusText}`,{url:o.url,method:`GET`},{requestId:s.headers.get(`x-request-id`)??``,status:s.status,body:await s.text()});return await s.blob()}},ft=class extends et{task;constructor(){super(`https://queue.fal.run`),this.task=`audio-to-audio`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`,`data`]),...e.args.parameters}}async preparePayloadAsync(e){let t=`data`in e&&e.data instanceof Blob?e.data:`inputs`in e?e.inputs:void 0;if(!(t instanceof Blob))throw new a(`Expected a Blob input for audio-to-audio with provider fal-ai, got ${typeof t}.`);return{...`data`in e?m(e,`data`):m(e,`inputs`),audio_url:await Qe(t)}}async getResponse(e,t,n,r,i){let a=await this.getResponseFromQueueApi(e,t,n,i);if(typeof a!=`object`||!a||typeof a.audio!=`object`||!a.audio||typeof a.audio.url!=`string`||!w(a.audio.url))throw new u(`Received malformed response from Fal.ai audio-to-audio API: expected { audio: { url: string } } result format, got instead: ${JSON.stringify(a)}`);let o=await fetch(a.audio.url,{signal:i});if(!o.ok)throw new c(`Failed to fetch audio from ${a.audio.url}: ${o.statusText}`,{url:a.audio.url,method:`GET`},{requestId:o.headers.get(`x-request-id`)??``,status:o.status,body:await o.text()});let s=new Uint8Array(await o.arrayBuffer()),l=a.audio.content_type??o.headers.get(`content-type`)??`audio/wav`;return[{blob:v(s),"content-type":l,label:typeof a.text==`string`&&a.text.length>0?a.text:`speech`}]}},pt=class extends et{task;constructor(){super(`https://queue.fal.run`),this.task=`image-segmentation`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,sync_mode:!0}}async preparePayloadAsync(e){let t=`data`in e&&e.data instanceof Blob?e.data:`inputs`in e?e.inputs:void 0,n=t instanceof Blob?t.type:`image/png`,r=v(new Uint8Array(t instanceof ArrayBuffer?t:await t.arrayBuffer()));return{...m(e,[`inputs`,`parameters`,`data`]),...e.parameters,...e,image_url:`data:${n};base64,${r}`,sync_mode:!0}}async getResponse(e,t,n,r,i){let a=await this.getResponseFromQueueApi(e,t,n,i);if(typeof a==`object`&&a&&`image`in a&&typeof a.image==`object`&&a.image!==null&&`url`in a.image&&typeof a.image.url==`string`){let e=await fetch(a.image.url,{signal:i});if(!e.ok)throw new c(`Failed to fetch segmentation mask from ${a.image.url}`,{url:a.image.url,method:`GET`},{requestId:e.headers.get(`x-request-id`)??``,status:e.status,body:await e.text()});let t=await(await e.blob()).arrayBuffer();return[{label:`mask`,score:1,mask:v(new Uint8Array(t))}]}throw new u(`Received malformed response from Fal.ai image-segmentation API: expected { image: { url: string } } format, got instead: ${JSON.stringify(e)}`)}};const mt=`https://api.featherless.ai`;var ht=class extends g{constructor(){super(`featherless-ai`,mt)}},gt=class extends _{constructor(){super(`featherless-ai`,mt)}preparePayload(e){return{model:e.model,...m(e.args,[`inputs`,`parameters`]),...e.args.parameters?{max_tokens:e.args.parameters.max_new_tokens,...m(e.args.parameters,`max_new_tokens`)}:void 0,prompt:e.args.inputs}}async getResponse(e){if(typeof e==`object`&&`choices`in e&&Array.isArray(e?.choices)&&typeof e?.model==`string`)return{generated_text:e.choices[0].text};throw new u(`Received malformed response from Featherless AI text generation API`)}},_t=class extends g{constructor(){super(`fireworks-ai`,`https://api.fireworks.ai`)}makeRoute(){return`/inference/v1/chat/completions`}};const vt=`https://api.groq.com`;var yt=class extends _{constructor(){super(`groq`,vt)}makeRoute(){return`/openai/v1/chat/completions`}},bt=class extends g{constructor(){super(`groq`,vt)}makeRoute(){return`/openai/v1/chat/completions`}};const xt=`https://api.novita.ai`,St=[`21:9`,`16:9`,`4:3`,`1:1`,`3:4`,`9:16`];function Ct(e){return e===void 0?4:Math.min(15,Math.max(4,Math.round(e/24)))}function wt(e){if(!e)return`768P`;let t=Math.min(e.width,e.height);return Math.abs(t-768)<=Math.abs(t-1440)?`768P`:`2K`}function Tt(e){if(!e)return`16:9`;let t=e.width/e.height;return St.reduce((e,n)=>{let[r,i]=n.split(`:`).map(Number),[a,o]=e.split(`:`).map(Number);return Math.abs(t-r/i)<Math.abs(t-a/o)?n:e})}var Et=class extends _{constructor(){super(`novita`,xt)}makeRoute(){return`/v3/openai/chat/completions`}},Dt=class extends g{constructor(){super(`novita`,xt)}makeRoute(){return`/v3/openai/chat/completions`}},Ot=class extends h{constructor(){super(`novita`,xt)}makeRoute(e){if(e.model!==`MiniMax-H3`)throw new a(`Unsupported Novita image-text-to-video model: ${e.model}`);return`/v3/minimax/v2/video_generation`}preparePayload(e){let{prompt:t,num_frames:n,target_size:r,resolution:i=wt(r),duration:o=Ct(n),ratio:s=Tt(r),...c}=e.args.parameters??{},l=e.args.inputs;if(!t?.trim())throw new a(`Novita MiniMax H3 requires a non-empty parameters.prompt.`);return{...m(c,[`guidance_scale`,`negative_prompt`,`num_inference_steps`,`seed`]),model:e.model,content:[...t?[{type:`text`,text:t}]:[],...l?[{type:`image_url`,image_url:{url:l},role:`first_frame`}]:[]],resolution:i,duration:o,ratio:l?`adaptive`:s}}async preparePayloadAsync(e){return e.inputs?{...e,inputs:await y(e.inputs,e.inputs.type||`image/png`)}:e}async getResponse(e,t,n,r,i){if(!t||!n)throw new a(`URL and headers are required for Novita API calls`);let o=new URL(t),s=`${`${o.protocol}//${o.host}${o.host===`router.huggingface.co`?`/novita`:``}`}/v3/minimax/v2/query/video_generation/${encodeURIComponent(e.task_id)}`;for(;;){let e=await fetch(s,{headers:n,signal:i});if(!e.ok)throw new c(`Failed to fetch response status from Novita API`,{url:s,method:`GET`,headers:n},{requestId:e.headers.get(`x-request-id`)??``,status:e.status,body:await e.text()});let t=(await e.json()).task;switch(t.status){case`succeeded`:{if(!t.content?.url)throw new u(`No output URL returned by Novita API`);let e=await fetch(t.content.url,{signal:i});if(!e.ok)throw new c(`Failed to fetch generation output from Novita API`,{url:t.content.url,method:`GET`},{requestId:e.headers.get(`x-request-id`)??``,status:e.status,body:await e.text()});return e.blob()}case`failed`:case`cancelled`:throw new u(t.error?.message||`Novita task ${t.status}`);default:await Je(5e3,i)}}}},kt=class extends h{constructor(){super(`novita`,xt)}makeRoute(e){return`/v3/async/${e.model}`}preparePayload(e){let{num_inference_steps:t,...n}=e.args.parameters??{};return{...m(e.args,[`inputs`,`parameters`]),...n,steps:t,prompt:e.args.inputs}}async getResponse(e,t,n,r,i){if(!t||!n)throw new a(`URL and headers are required for text-to-video task`);let o=e.task_id;if(!o)throw new u(`Received malformed response from Novita text-to-video API: no task ID found in the response`);let s=new URL(t),l=`${`${s.protocol}//${s.host}${s.host===`router.huggingface.co`?`/novita`:``}`}/v3/async/task-result?task_id=${o}`,d=``,f;for(;d!==`TASK_STATUS_SUCCEED`&&d!==`TASK_STATUS_FAILED`;){await Je(500,i);let e=await fetch(l,{headers:n,signal:i});if(!e.ok)throw new c(`Failed to fetch task result`,{url:l,method:`GET`,headers:n},{requestId:e.headers.get(`x-request-id`)??``,status:e.status,body:await e.text()});try{if(f=await e.json(),f&&typeof f==`object`&&`task`in f&&f.task&&typeof f.task==`object`&&`status`in f.task&&typeof f.task.status==`string`)d=f.task.status;else throw new u(`Received malformed response from Novita text-to-video API: failed to get task status`)}catch{throw new u(`Received malformed response from Novita text-to-video API: failed to parse task result`)}}if(d===`TASK_STATUS_FAILED`)throw new u(`Novita text-to-video task failed`);if(typeof f==`object`&&f&&`videos`in f&&typeof f.videos==`object`&&f.videos&&Array.isArray(f.videos)&&f.videos.length>0&&`video_url`in f.videos[0]&&typeof f.videos[0].video_url==`string`&&w(f.videos[0].video_url))return await(await fetch(f.videos[0].video_url,{signal:i})).blob();throw new u(`Received malformed response from Novita text-to-video API: expected { videos: [{ video_url: string }] } format, got instead: ${JSON.stringify(f)}`)}};const At=`https://inference.api.nscale.com`;var jt=class extends g{constructor(){super(`nscale`,At)}},Mt=class extends h{constructor(){super(`nscale`,At)}preparePayload(e){if(e.outputType===`url`)throw new a(`nscale provider does not support URL output. Use outputType 'blob', 'dataUrl' or 'json' instead.`);return{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,response_format:`b64_json`,prompt:e.args.inputs,model:e.model}}makeRoute(){return`v1/images/generations`}async getResponse(e,t,n,r,i){if(typeof e==`object`&&`data`in e&&Array.isArray(e.data)&&e.data.length>0&&`b64_json`in e.data[0]&&typeof e.data[0].b64_json==`string`){if(r===`json`)return{...e};let t=e.data[0].b64_json;return r===`dataUrl`?`data:image/jpeg;base64,${t}`:fetch(`data:image/jpeg;base64,${t}`,{signal:i}).then(e=>e.blob())}throw new u(`Received malformed response from Nscale text-to-image API`)}},Nt=class extends g{constructor(){super(`openai`,`https://api.openai.com`,!0)}};const Pt=`https://oai.endpoints.kepler.ai.cloud.ovh.net`;var Ft=class extends g{constructor(){super(`ovhcloud`,Pt)}},It=class extends _{constructor(){super(`ovhcloud`,Pt)}preparePayload(e){return{model:e.model,...m(e.args,[`inputs`,`parameters`]),...e.args.parameters?{max_tokens:e.args.parameters.max_new_tokens,...m(e.args.parameters,`max_new_tokens`)}:void 0,prompt:e.args.inputs}}async getResponse(e){if(typeof e==`object`&&`choices`in e&&Array.isArray(e?.choices)&&typeof e?.model==`string`)return{generated_text:e.choices[0].text};throw new u(`Received malformed response from OVHcloud text generation API`)}},Lt=class extends g{constructor(){super(`publicai`,`https://api.publicai.co`)}},Rt=class extends h{constructor(e){super(`replicate`,e||`https://api.replicate.com`)}makeRoute(e){return e.model.includes(`:`)?`v1/predictions`:`v1/models/${e.model}/predictions`}preparePayload(e){return{input:{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,prompt:e.args.inputs},version:e.model.includes(`:`)?e.model.split(`:`)[1]:void 0}}prepareHeaders(e,t){let n={Authorization:`Bearer ${e.accessToken}`,Prefer:`wait`};return t||(n[`Content-Type`]=`application/json`),n}makeUrl(e){let t=this.makeBaseUrl(e);return e.model.includes(`:`)?`${t}/v1/predictions`:`${t}/v1/models/${e.model}/predictions`}},zt=class extends Rt{preparePayload(e){return{input:{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,prompt:e.args.inputs,lora_weights:e.mapping?.adapter===`lora`&&e.mapping.adapterWeightsPath?`https://huggingface.co/${e.mapping.hfModelId}`:void 0},version:e.model.includes(`:`)?e.model.split(`:`)[1]:void 0}}async getResponse(e,t,n,r,i){if(typeof e==`object`&&`output`in e&&typeof e.output==`string`&&w(e.output)){if(r===`json`)return{...e};if(r===`url`)return e.output;let t=await(await fetch(e.output,{signal:i})).blob();return r===`dataUrl`?y(t):t}if(typeof e==`object`&&`output`in e&&Array.isArray(e.output)&&e.output.length>0&&typeof e.output[0]==`string`){if(r===`json`)return{...e};if(r===`url`)return e.output[0];let t=await(await fetch(e.output[0],{signal:i})).blob();return r===`dataUrl`?y(t):t}throw new u(`Received malformed response from Replicate text-to-image API`)}},Bt=class extends Rt{preparePayload(e){let t=super.preparePayload(e),n=t.input;if(typeof n==`object`&&n&&`prompt`in n){let e=n;e.text=e.prompt,delete e.prompt}return t}async getResponse(e,t,n,r,i){if(e instanceof Blob)return e;if(e&&typeof e==`object`&&`output`in e){if(typeof e.output==`string`)return await(await fetch(e.output,{signal:i})).blob();if(Array.isArray(e.output))return await(await fetch(e.output[0],{signal:i})).blob()}throw new u(`Received malformed response from Replicate text-to-speech API`)}},Vt=class extends Rt{async getResponse(e,t,n,r,i){if(typeof e==`object`&&e&&`output`in e&&typeof e.output==`string`&&w(e.output))return await(await fetch(e.output,{signal:i})).blob();throw new u(`Received malformed response from Replicate text-to-video API`)}},Ht=class extends Rt{preparePayload(e){return{input:{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,audio:e.args.inputs},version:e.model.includes(`:`)?e.model.split(`:`)[1]:void 0}}async preparePayloadAsync(e){let t=`data`in e&&e.data instanceof Blob?e.data:`inputs`in e?e.inputs:void 0;if(!t||!(t instanceof Blob))throw Error(`Audio input must be a Blob`);let n=v(new Uint8Array(await t.arrayBuffer())),r=`data:${t.type||`audio/wav`};base64,${n}`;return{...`data`in e?m(e,`data`):m(e,`inputs`),inputs:r}}async getResponse(e,t,n,r,i){if(typeof e?.output==`string`)return{text:e.output};if(Array.isArray(e?.output)&&typeof e.output[0]==`string`)return{text:e.output[0]};let a=e?.output;if(a&&typeof a==`object`){if(typeof a.transcription==`string`)return{text:a.transcription};if(typeof a.translation==`string`)return{text:a.translation};if(typeof a.txt_file==`string`)return{text:await(await fetch(a.txt_file,{signal:i})).text()}}throw new u(`Received malformed response from Replicate automatic-speech-recognition API`)}},Ut=class extends Rt{preparePayload(e){let t=e.args.inputs;return{input:{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,image:t,images:[t],input_image:t,input_images:[t],lora_weights:e.mapping?.adapter===`lora`&&e.mapping.adapterWeightsPath?`https://huggingface.co/${e.mapping.hfModelId}`:void 0},version:e.model.includes(`:`)?e.model.split(`:`)[1]:void 0}}async preparePayloadAsync(e){let{inputs:t,...n}=e,r=v(new Uint8Array(await t.arrayBuffer())),i=`data:${t.type||`image/jpeg`};base64,${r}`;return{...n,inputs:i}}async getResponse(e,t,n,r,i){if(typeof e==`object`&&e&&`output`in e&&Array.isArray(e.output)&&e.output.length>0&&typeof e.output[0]==`string`)return await(await fetch(e.output[0],{signal:i})).blob();if(typeof e==`object`&&e&&`output`in e&&typeof e.output==`string`&&w(e.output))return await(await fetch(e.output,{signal:i})).blob();throw new u(`Received malformed response from Replicate image-to-image API`)}};const Wt=`https://api.scaleway.ai`;var Gt=class extends g{constructor(){super(`scaleway`,Wt)}},Kt=class extends _{constructor(){super(`scaleway`,Wt)}preparePayload(e){return{model:e.model,...e.args,prompt:e.args.inputs}}async getResponse(e){if(typeof e==`object`&&e&&`choices`in e&&Array.isArray(e.choices)&&e.choices.length>0){let t=e.choices[0];if(typeof t==`object`&&t&&`text`in t&&t.text&&typeof t.text==`string`)return{generated_text:t.text}}throw new u(`Received malformed response from Scaleway text generation API`)}},qt=class extends h{constructor(){super(`scaleway`,Wt)}preparePayload(e){return{input:e.args.inputs,model:e.model}}makeRoute(){return`v1/embeddings`}async getResponse(e){return e.data.map(e=>e.embedding)}};const Jt=`https://api.together.xyz`,Yt={"audio/wav":`wav`,"audio/x-wav":`wav`,"audio/wave":`wav`,"audio/mpeg":`mp3`,"audio/mp3":`mp3`,"audio/mp4":`mp4`,"audio/m4a":`m4a`,"audio/x-m4a":`m4a`,"audio/flac":`flac`,"audio/x-flac":`flac`,"audio/ogg":`ogg`,"audio/webm":`webm`};function Xt(e){return e?Yt[e.toLowerCase()]??`wav`:`wav`}var Zt=class extends g{constructor(){super(`together`,Jt)}preparePayload(e){let t=super.preparePayload(e),n=t.response_format;return n?.type===`json_schema`&&n?.json_schema?.schema&&(t.response_format={type:`json_schema`,schema:n.json_schema.schema}),t}},Qt=class extends _{constructor(){super(`together`,Jt)}preparePayload(e){return{model:e.model,...e.args,prompt:e.args.inputs}}async getResponse(e){if(typeof e==`object`&&`choices`in e&&Array.isArray(e?.choices)&&typeof e?.model==`string`){let t=e.choices[0];return{generated_text:t.text,details:{finish_reason:t.finish_reason,seed:t.seed}}}throw new u(`Received malformed response from Together text generation API`)}},$t=class extends h{constructor(){super(`together`,Jt)}makeRoute(){return`v1/images/generations`}preparePayload(e){let{num_inference_steps:t,...n}=e.args.parameters??{};return t!==void 0&&(n.steps=t),{...m(e.args,[`inputs`,`parameters`]),...n,prompt:e.args.inputs,response_format:e.outputType===`url`?`url`:`base64`,model:e.model}}get imageTaskLabel(){return`text-to-image`}async getResponse(e,t,n,r,i){if(typeof e==`object`&&`data`in e&&Array.isArray(e.data)&&e.data.length>0){if(r===`json`)return{...e};if(`url`in e.data[0]&&typeof e.data[0].url==`string`)return e.data[0].url;if(`b64_json`in e.data[0]&&typeof e.data[0].b64_json==`string`){let t=e.data[0].b64_json;return r===`dataUrl`?`data:image/jpeg;base64,${t}`:fetch(`data:image/jpeg;base64,${t}`,{signal:i}).then(e=>e.blob())}}throw new u(`Received malformed response from Together ${this.imageTaskLabel} API`)}},en=class extends $t{get imageTaskLabel(){return`image-to-image`}preparePayload(e){let{prompt:t,num_inference_steps:n,...r}=e.args.parameters??{};n!==void 0&&(r.steps=n);let i=e.model.toLowerCase(),a=i.includes(`kontext`)&&i.includes(`flux.1`)?{image_url:e.args.inputs}:{reference_images:[e.args.inputs]};return{...m(e.args,[`inputs`,`parameters`]),prompt:t??``,...a,...r,response_format:`base64`,model:e.model}}async preparePayloadAsync(e){let{inputs:t,...n}=e;if(!(t instanceof Blob))throw new a(`Together image-to-image expects a Blob input.`);let r=await y(t,t.type||`image/jpeg`);return{...n,inputs:r}}async getResponse(e,t,n,r){let i=await super.getResponse(e,t,n,r);if(i instanceof Blob)return i;throw new u(`Received malformed response from Together ${this.imageTaskLabel} API`)}};const tn=/* @__PURE__ */ new Set([`queued`,`in_progress`]);function nn(e){let{num_inference_steps:t,target_size:n,...r}=e??{};return t!==void 0&&(r.steps=t),n&&typeof n==`object`&&(n.width!==void 0&&(r.width=n.width),n.height!==void 0&&(r.height=n.height)),r}var rn=class extends h{constructor(){super(`together`,Jt)}makeRoute(){return`v2/videos`}async getResponse(e,t,n,r,i){if(!t||!n)throw new a(`URL and headers are required for Together video tasks`);let o=e?.id;if(!o)throw new u(`Received malformed response from Together video API: no job ID found in the response`);let s=`${t}/${o}`,l=e,d=l.status,f=0;for(;d===void 0||tn.has(d);){if(f>=150)throw new u(`Timed out while waiting for Together video generation — aborting after 150 status polls`);f+=1,await Je(2e3,i);let e=await fetch(s,{headers:n,signal:i});if(!e.ok)throw new c(`Failed to fetch Together video job result`,{url:s,method:`GET`,headers:n},{requestId:e.headers.get(`x-request-id`)??``,status:e.status,body:await e.text()});try{l=await e.json()}catch{throw new u(`Received malformed response from Together video API: failed to parse job result`)}d=l.status}if(d===`failed`)throw new u(`Together video generation failed: ${l.error?.message??`Unknown error`}`);if(d!==`completed`)throw new u(`Unexpected Together video job status: ${JSON.stringify(d)}`);let p=l.outputs?.video_url;if(typeof p!=`string`)throw new u(`No video URL found in completed Together video job.`);let m=await fetch(p,{signal:i});if(!m.ok)throw new c(`Failed to download Together video output`,{url:p,method:`GET`},{requestId:m.headers.get(`x-request-id`)??``,status:m.status,body:await m.text()});return await m.blob()}},an=class extends rn{preparePayload(e){return{...m(e.args,[`inputs`,`parameters`]),...nn(e.args.parameters),prompt:e.args.inputs,model:e.model}}},on=class extends rn{preparePayload(e){let{prompt:t,...n}=e.args.parameters??{},r=nn(n),i={...m(e.args,[`inputs`,`parameters`]),...r,frame_images:[{input_image:e.args.inputs,frame:`first`}],model:e.model};return typeof t==`string`&&(i.prompt=t),i}async preparePayloadAsync(e){let{inputs:t,...n}=e;if(!(t instanceof Blob))throw new a(`Together image-to-video expects a Blob input.`);let r=await y(t,t.type||`image/png`);return{...n,inputs:r}}},sn=class extends h{constructor(){super(`together`,Jt)}makeRoute(){return`v1/embeddings`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,input:e.args.inputs,model:e.model}}async getResponse(e){if(typeof e==`object`&&e&&`data`in e&&Array.isArray(e.data)&&e.data.every(e=>typeof e==`object`&&!!e&&Array.isArray(e.embedding)))return e.data.map(e=>e.embedding);throw new u(`Received malformed response from Together feature-extraction (embeddings) API: ${JSON.stringify(e)}`)}},cn=class extends h{constructor(){super(`together`,Jt)}makeRoute(){return`v1/audio/speech`}preparePayload(e){let t=e.args.parameters??{},n=e.model.toLowerCase().includes(`kokoro`),r=t.voice??(n?`af_alloy`:void 0);return{...m(e.args,[`inputs`,`parameters`]),...t,...r===void 0?{}:{voice:r},input:e.args.inputs,model:e.model}}async getResponse(e){if(e instanceof Blob)return e;throw new u(`Received malformed response from Together text-to-speech API: ${JSON.stringify(e)}`)}},ln=class extends h{constructor(){super(`together`,Jt)}makeRoute(){return`v1/audio/transcriptions`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`,`data`]),...e.args.parameters,model:e.model}}makeBody(e){let t=e.args.data,n=new FormData;if(t instanceof Blob)n.append(`file`,t,`audio.${Xt(t.type)}`);else if(typeof t==`string`)n.append(`file`,t);else throw new a(`Together automatic-speech-recognition expects a Blob, ArrayBuffer, or HTTP(S) URL string audio input.`);let r=this.preparePayload(e);for(let[e,t]of Object.entries(r))t!=null&&(typeof t==`string`?n.append(e,t):typeof t==`number`||typeof t==`boolean`?n.append(e,String(t)):n.append(e,JSON.stringify(t)));return n}async preparePayloadAsync(e){let t=`data`in e?e.data:e.inputs,n;if(t instanceof Blob)n=t;else if(t instanceof ArrayBuffer)n=new Blob([t]);else if(typeof t==`string`&&/^https?:\/\//.test(t))n=t;else throw new a(`Together automatic-speech-recognition expects a Blob, ArrayBuffer, or HTTP(S) URL string audio input.`);return{...`data`in e?m(e,`data`):m(e,`inputs`),data:n}}async getResponse(e){if(typeof e==`object`&&e&&typeof e.text==`string`){let t={text:e.text};return Array.isArray(e.segments)&&(t.chunks=e.segments.map(e=>({text:e.text,timestamp:[e.start,e.end]}))),t}throw new u(`Received malformed response from Together automatic-speech-recognition API: ${JSON.stringify(e)}`)}};const un=`https://api.wavespeed.ai`;async function dn(e,t){let n=v(new Uint8Array(e instanceof ArrayBuffer?e:await e.arrayBuffer()));return{base:n,images:Array.isArray(t)&&t.every(e=>typeof e==`string`)?t:[n]}}var fn=class extends h{constructor(e){super(`wavespeed`,e||un)}makeRoute(e){return`/api/v3/${e.model}`}preparePayload(e){let t={...m(e.args,[`inputs`,`parameters`]),...e.args.parameters?m(e.args.parameters,[`images`]):void 0,prompt:e.args.inputs};return e.mapping?.adapter===`lora`&&(t.loras=[{path:e.mapping.hfModelId,scale:1}]),t}async getResponse(e,t,n,r,i){if(!t||!n)throw new a(`Headers are required for WaveSpeed AI API calls`);let o=new URL(t),s=new URL(e.data.urls.get).pathname,l=`${`${o.protocol}//${o.host}${o.host===`router.huggingface.co`?`/wavespeed`:``}`}${s}`;for(;;){let e=await fetch(l,{headers:n,signal:i});if(!e.ok)throw new c(`Failed to fetch response status from WaveSpeed AI API`,{url:l,method:`GET`},{requestId:e.headers.get(`x-request-id`)??``,status:e.status,body:await e.text()});let t=await e.json(),a=t.data;switch(a.status){case`completed`:{if(!a.outputs?.[0])throw new u(`Received malformed response from WaveSpeed AI API: No output URL in completed response`);let e=a.outputs[0];if(r===`url`)return e;if(r===`json`)return t;let n=await fetch(e,{signal:i});if(!n.ok)throw new c(`Failed to fetch generation output from WaveSpeed AI API`,{url:e,method:`GET`},{requestId:n.headers.get(`x-request-id`)??``,status:n.status,body:await n.text()});let o=await n.blob();return r===`dataUrl`?y(o):o}case`failed`:throw new u(a.error||`Task failed`);default:await Je(500,i);continue}}}},pn=class extends fn{constructor(){super(un)}},mn=class extends fn{constructor(){super(un)}async getResponse(e,t,n,r,i){return super.getResponse(e,t,n,void 0,i)}},hn=class extends fn{constructor(){super(un)}async preparePayloadAsync(e){let t=e.images??e.parameters?.images,{base:n,images:r}=await dn(e.inputs,t);return{...e,inputs:e.parameters?.prompt,image:n,images:r}}async getResponse(e,t,n,r,i){return super.getResponse(e,t,n,void 0,i)}},gn=class extends fn{constructor(){super(un)}async preparePayloadAsync(e){let t=e.images??e.parameters?.images,{base:n,images:r}=await dn(e.inputs,t);return{...e,inputs:e.parameters?.prompt,image:n,images:r}}async getResponse(e,t,n,r,i){return super.getResponse(e,t,n,void 0,i)}};function _n(){let e=Uint8Array.from(Buffer.from(`iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=`,`base64`));return new Blob([e],{type:`image/png`})}var vn=class extends hn{constructor(){super()}async preparePayloadAsync(e){let t=e.inputs??_n();return super.preparePayloadAsync({...e,inputs:t})}},yn=class extends gn{constructor(){super()}async preparePayloadAsync(e){let t=e.inputs??_n();return super.preparePayloadAsync({...e,inputs:t})}};const bn=`https://api.z.ai`;var xn=class extends h{constructor(){super(`zai-org`,bn)}prepareHeaders(e,t){let n=super.prepareHeaders(e,t);return n[`x-source-channel`]=`hugging_face`,n[`accept-language`]=`en-US,en`,n}},Sn=class extends g{constructor(){super(`zai-org`,bn)}prepareHeaders(e,t){let n=super.prepareHeaders(e,t);return n[`x-source-channel`]=`hugging_face`,n[`accept-language`]=`en-US,en`,n}makeRoute(){return`/api/paas/v4/chat/completions`}},Cn=class extends xn{makeRoute(){return`/api/paas/v4/async/images/generations`}preparePayload(e){return{...m(e.args,[`inputs`,`parameters`]),...e.args.parameters,model:e.model,prompt:e.args.inputs}}async getResponse(e,t,n,r,i){if(!t||!n)throw new a(`URL and headers are required for 'text-to-image' task`);if(typeof e!=`object`||!e||!(`task_status`in e)||!(`id`in e)||typeof e.id!=`string`)throw new u(`Received malformed response from ZAI text-to-image API: expected { id: string, task_status: string }, got: ${JSON.stringify(e)}`);if(e.task_status===`FAIL`)throw new u(`ZAI API returned task status: FAIL`);let o=e.id,s=new URL(t),l=`${`${s.protocol}//${s.host}${s.host===`router.huggingface.co`?`/zai-org`:``}`}/api/paas/v4/async-result/${o}`,d={...n,"x-source-channel":`hugging_face`,"accept-language":`en-US,en`};for(let e=0;e<60;e++){await Je(5e3,i);let e=await fetch(l,{method:`GET`,headers:d,signal:i});if(!e.ok)throw new c(`Failed to fetch result from ZAI text-to-image API: ${e.status}`,{url:l,method:`GET`},{requestId:e.headers.get(`x-request-id`)??``,status:e.status,body:await e.text()});let t=await e.json();if(t.task_status===`FAIL`)throw new u(`ZAI text-to-image API task failed`);if(t.task_status===`SUCCESS`){if(!t.image_result||!Array.isArray(t.image_result)||t.image_result.length===0||typeof t.image_result[0]?.url!=`string`||!w(t.image_result[0].url))throw new u(`Received malformed response from ZAI text-to-image API: expected { image_result: Array<{ url: string }> }, got: ${JSON.stringify(t)}`);let e=t.image_result[0].url;if(r===`json`)return{...t};if(r===`url`)return e;let n=await(await fetch(e,{signal:i})).blob();return r===`dataUrl`?y(n):n}}throw new u(`Timed out while waiting for the result from ZAI API - aborting after 60 attempts`)}},wn=class extends xn{makeRoute(){return`/api/paas/v4/layout_parsing`}async preparePayloadAsync(e,t){let n=`data`in e&&e.data instanceof Blob?e.data:`inputs`in e?typeof e.inputs==`string`&&w(e.inputs)?await fetch(e.inputs,{signal:t}).then(e=>e.blob()):e.inputs instanceof Blob?e.inputs:void 0:void 0;if(!n||!(n instanceof Blob))throw new a(`ZAI image-to-text requires a URL string or Blob as inputs`);let r=`data:${n.type||`image/png`};base64,${v(new Uint8Array(await n.arrayBuffer()))}`;return{...`data`in e?m(e,`data`):m(e,`inputs`),inputs:r}}preparePayload(e){return{model:e.model,file:e.args.inputs}}async getResponse(e){let t=e?.md_results;if(typeof t!=`string`)throw new u(`Received malformed response from ZAI layout_parsing API: expected { md_results: string }, got: ${JSON.stringify(e)}`);return{generated_text:t,generatedText:t}}};const Tn={baseten:{conversational:new Fe},cerebras:{conversational:new Ie},cohere:{conversational:new Le},deepinfra:{"automatic-speech-recognition":new Ue,conversational:new Ve,"feature-extraction":new Ge,"text-generation":new He,"text-to-image":new Ke,"text-to-speech":new We},"fal-ai":{"audio-to-audio":new ft,"automatic-speech-recognition":new lt,"image-text-to-image":new at,"image-text-to-video":new ct,"image-to-image":new it,"image-segmentation":new pt,"image-to-video":new st,"text-to-audio":new dt,"text-to-image":new rt,"text-to-speech":new ut,"text-to-video":new ot},"featherless-ai":{conversational:new ht,"text-generation":new gt},"hf-inference":{"text-to-image":new te,conversational:new ne,"text-generation":new re,"text-classification":new me,"question-answering":new he,"audio-classification":new ie,"automatic-speech-recognition":new ae,"fill-mask":new ge,"feature-extraction":new ce,"image-classification":new le,"image-segmentation":new ue,"document-question-answering":new se,"image-to-text":new de,"object-detection":new S,"audio-to-audio":new oe,"zero-shot-image-classification":new pe,"zero-shot-classification":new _e,"image-to-image":new fe,"sentence-similarity":new ve,"table-question-answering":new ye,"tabular-classification":new we,"text-to-speech":new Ce,"token-classification":new be,translation:new xe,summarization:new Se,"visual-question-answering":new Te,"tabular-regression":new Ee,"text-to-audio":new De},"fireworks-ai":{conversational:new _t},groq:{conversational:new bt,"text-generation":new yt},novita:{conversational:new Dt,"image-text-to-video":new Ot,"text-generation":new Et,"text-to-video":new kt},nscale:{"text-to-image":new Mt,conversational:new jt},openai:{conversational:new Nt},ovhcloud:{conversational:new Ft,"text-generation":new It},publicai:{conversational:new Lt},replicate:{"text-to-image":new zt,"text-to-speech":new Bt,"text-to-video":new Vt,"image-to-image":new Ut,"automatic-speech-recognition":new Ht},scaleway:{conversational:new Gt,"text-generation":new Kt,"feature-extraction":new qt},together:{"text-to-image":new $t,"image-to-image":new en,"text-to-video":new an,"image-to-video":new on,conversational:new Zt,"text-generation":new Qt,"feature-extraction":new sn,"text-to-speech":new cn,"automatic-speech-recognition":new ln},wavespeed:{"text-to-image":new pn,"text-to-video":new mn,"image-to-image":new hn,"image-to-video":new gn,"image-text-to-image":new vn,"image-text-to-video":new yn},"zai-org":{conversational:new Sn,"text-to-image":new Cn,"image-to-text":new wn}};function T(e,t){if(e===`hf-inference`&&!t||e===`auto`)return new x;if(!t)throw new a(`you need to provide a task name when using an external provider, e.g. 'text-to-image'`);if(!(e in Tn))throw new a(`Provider '${e}' not supported. Available providers: ${Object.keys(Tn)}`);let n=Tn[e];if(!n||!(t in n))throw new a(`Task '${t}' not supported for provider '${e}'. Available tasks: ${Object.keys(n??{})}`);return n[t]}let En=null;async function E(e,t,n){let{model:r}=e,i=t.provider,{task:o}=n??{};if(e.endpointUrl&&i!==`hf-inference`)throw new a(`Cannot use endpointUrl with a third-party provider.`);if(r&&w(r))throw new a(`Model URLs are no longer supported. Use endpointUrl instead.`);if(e.endpointUrl)return Dn(r??e.endpointUrl,t,e,void 0,n);if(!r&&!o)throw new a(`No model provided, and no task has been specified.`);let s=r??await On(o);if(t.clientSideRoutingOnly&&!r)throw new a(`Provider ${i} requires a model ID to be passed directly.`);let c=t.clientSideRoutingOnly?{provider:i,providerId:An(r,i),hfModelId:r,status:`live`,task:o}:await Pe({modelId:s,task:o,provider:i,accessToken:e.accessToken},{fetch:n?.fetch});if(!c)throw new a(`We have not been able to find inference provider information for model ${s}.`);return Dn(c.providerId,t,e,c,n)}function Dn(e,t,n,r,i){let{accessToken:o,endpointUrl:s,provider:c,model:l,urlTransform:u,...d}=n,f=t.provider,{includeCredentials:p,task:m,signal:h,billTo:g,outputType:_}=i??{},ee=(()=>{if(t.clientSideRoutingOnly&&o&&o.startsWith(`hf_`))throw new a(`Provider ${f} is closed-source and does not support HF tokens.`);return o?o.startsWith(`hf_`)?`hf-token`:`provider-key`:p===`include`?`credentials-include`:`none`})(),v=s??e,y=t.makeUrl({authMethod:ee,model:v,task:m,urlTransform:u}),b=t.prepareHeaders({accessToken:o,authMethod:ee},`data`in n&&!!n.data);g&&(b[`X-HF-Bill-To`]=g),b[`User-Agent`]=[`@huggingface/inference/4.13.30`,typeof navigator<`u`?navigator.userAgent:void 0].filter(e=>e!==void 0).join(` `);let x=t.makeBody({args:d,model:e,task:m,mapping:r,outputType:_}),te;return typeof p==`string`?te=p:p===!0&&(te=`include`),{url:y,info:{headers:b,method:`POST`,body:x,...te?{credentials:te}:void 0,signal:h}}}async function On(e){En||=await kn();let t=En[e];if((t?.models.length??0)<=0)throw new a(`No default model defined for task ${e}, please define the model explicitly.`);return t.models[0].id}async function kn(){let e=`${t}/api/tasks`,n=await fetch(e);if(!n.ok)throw new l(`Failed to load tasks definitions from Hugging Face Hub.`,{url:e,method:`GET`},{requestId:n.headers.get(`x-request-id`)??``,status:n.status,body:await n.text()});return await n.json()}function An(e,t){if(!e.startsWith(`${t}/`))throw new a(`Models from ${t} must be prefixed by "${t}/". Got "${e}".`);return e.slice(t.length+1)}function jn(e){let t,n,r,i=!1;return function(a){t===void 0?(t=a,n=0,r=-1):t=Nn(t,a);let o=t.length,s=0;for(;n<o;){i&&=(t[n]===10&&(s=++n),!1);let a=-1;for(;n<o&&a===-1;++n)switch(t[n]){case 58:r===-1&&(r=n-s);break;case 13:i=!0;case 10:a=n}if(a===-1)break;e(t.subarray(s,a),r),s=n,r=-1}s===o?t=void 0:s!==0&&(t=t.subarray(s),n-=s)}}function Mn(e,t,n){let r=Pn(),i=new TextDecoder;return function(a,o){if(a.length===0)n?.(r),r=Pn();else if(o>0){let n=i.decode(a.subarray(0,o)),s=o+(a[o+1]===32?2:1),c=i.decode(a.subarray(s));switch(n){case`data`:r.data=r.data?r.data+`
`+c:c;break;case`event`:r.event=c;break;case`id`:e(r.id=c);break;case`retry`:{let e=parseInt(c,10);isNaN(e)||t(r.retry=e);break}}}}}function Nn(e,t){let n=new Uint8Array(e.length+t.length);return n.set(e),n.set(t,e.length),n}function Pn(){return{data:``,event:``,id:``,retry:void 0}}function D(e){let t=null;if(e instanceof Blob||e instanceof ArrayBuffer)t=`[Blob or ArrayBuffer]`;else if(typeof FormData<`u`&&e instanceof FormData)t=`[FormData]`;else if(typeof e==`string`)try{t=JSON.parse(e)}catch{t=e}return t&&typeof t==`object`&&`accessToken`in t&&(t.accessToken=`[REDACTED]`),t}async function O(e,t,n){let{url:r,info:i}=await E(e,t,n),a=await(n?.fetch??fetch)(r,i),o={url:r,info:i};if(n?.retry_on_error!==!1&&a.status===503)return O(e,t,n);if(!a.ok){let t=a.headers.get(`Content-Type`);if([`application/json`,`application/problem+json`].some(e=>t?.startsWith(e))){let t=await a.json();throw[400,422,404,500].includes(a.status)&&n?.chatCompletion?new c(`Provider ${e.provider} does not seem to support chat completion for model ${e.model} . Error: ${JSON.stringify(t.error)}`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:t}):typeof t.error==`string`||typeof t.detail==`string`||typeof t.message==`string`?new c(`Failed to perform inference: ${t.error??t.detail??t.message}`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:t}):new c(`Failed to perform inference: an HTTP error occurred when requesting the provider.`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:t})}let o=t?.startsWith(`text/plain;`)?await a.text():void 0;throw new c(`Failed to perform inference: ${o??`an HTTP error occurred when requesting the provider`}`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:o??``})}return a.headers.get(`Content-Type`)?.startsWith(`application/json`)?{data:await a.json(),requestContext:o}:{data:await a.blob(),requestContext:o}}async function*Fn(e,t,n){let{url:r,info:i}=await E({...e,stream:!0},t,n),a=await(n?.fetch??fetch)(r,i);if(n?.retry_on_error!==!1&&a.status===503)return yield*Fn(e,t,n);if(!a.ok){if(a.headers.get(`Content-Type`)?.startsWith(`application/json`)){let t=await a.json();if([400,422,404,500].includes(a.status)&&n?.chatCompletion)throw new c(`Provider ${e.provider} does not seem to support chat completion for model ${e.model} . Error: ${JSON.stringify(t.error)}`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:t});if(typeof t.error==`string`)throw new c(`Failed to perform inference: ${t.error}`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:t});if(t.error&&`message`in t.error&&typeof t.error.message==`string`)throw new c(`Failed to perform inference: ${t.error.message}`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:t});if(typeof t.message==`string`)throw new c(`Failed to perform inference: ${t.message}`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:t})}throw new c(`Failed to perform inference: an HTTP error occurred when requesting the provider.`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:``})}if(!a.headers.get(`content-type`)?.startsWith(`text/event-stream`))throw new c(`Failed to perform inference: server does not support event stream content type, it returned `+a.headers.get(`content-type`),{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:``});if(!a.body)return;let o=a.body.getReader(),s=[],l=jn(Mn(()=>{},()=>{},e=>{s.push(e)}));try{for(;;){let{done:e,value:t}=await o.read();if(e)return;l(t);for(let e of s)if(e.data.length>0){if(e.data===`[DONE]`)return;let t=JSON.parse(e.data);if(typeof t==`object`&&t&&`error`in t)throw new c(`Failed to perform inference: an occurred while streaming the response: ${typeof t.error==`string`?t.error:typeof t.error==`object`&&t.error&&`message`in t.error&&typeof t.error.message==`string`?t.error.message:JSON.stringify(t.error)}`,{url:r,method:i.method??`GET`,headers:i.headers,body:D(i.body)},{requestId:a.headers.get(`x-request-id`)??``,status:a.status,body:t});yield t}s=[]}}finally{o.releaseLock()}}async function In(e,t){return Ae().warn(`The request method is deprecated and will be removed in a future version of huggingface.js. Use specific task functions instead.`),(await O(e,T(await C(e.provider,e.model,e.endpointUrl,t),t?.task),t)).data}async function*Ln(e,t){Ae().warn(`The streamingRequest method is deprecated and will be removed in a future version of huggingface.js. Use specific task functions instead.`),yield*Fn(e,T(await C(e.provider,e.model,e.endpointUrl,t),t?.task),t)}function Rn(e){return`data`in e?e:{...m(e,`inputs`),data:e.inputs}}async function zn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`audio-classification`),{data:r}=await O(Rn(e),n,{...t,task:`audio-classification`});return n.getResponse(r)}async function Bn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`audio-to-audio`),{data:r}=await O(await n.preparePayloadAsync(e),n,{...t,task:`audio-to-audio`}),{url:i,info:a}=await E(e,n,{...t,task:`audio-to-audio`});return n.getResponse(r,i,a.headers,void 0,t?.signal)}async function Vn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`automatic-speech-recognition`),{data:r}=await O(await n.preparePayloadAsync(e),n,{...t,task:`automatic-speech-recognition`});return n.getResponse(r,void 0,void 0,void 0,t?.signal)}async function Hn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`text-to-audio`),{data:r}=await O(e,n,{...t,task:`text-to-audio`}),{url:i,info:a}=await E(e,n,{...t,task:`text-to-audio`});return n.getResponse(r,i,a.headers,void 0,t?.signal)}async function Un(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`text-to-speech`),{data:r}=await O(e,n,{...t,task:`text-to-speech`});return n.getResponse(r,void 0,void 0,void 0,t?.signal)}function Wn(e){return`data`in e?e:{...m(e,`inputs`),data:e.inputs}}async function Gn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`image-classification`),{data:r}=await O(Wn(e),n,{...t,task:`image-classification`});return n.getResponse(r)}async function Kn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`image-segmentation`),{data:r}=await O(await n.preparePayloadAsync(e),n,{...t,task:`image-segmentation`}),{url:i,info:a}=await E(e,n,{...t,task:`image-segmentation`});return n.getResponse(r,i,a.headers,void 0,t?.signal)}async function qn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`image-to-image`),{data:r}=await O(await n.preparePayloadAsync(e),n,{...t,task:`image-to-image`}),{url:i,info:a}=await E(e,n,{...t,task:`image-to-image`});return n.getResponse(r,i,a.headers,void 0,t?.signal)}async function Jn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`image-to-text`),{data:r}=await O(await n.preparePayloadAsync(e,t?.signal),n,{...t,task:`image-to-text`});return n.getResponse(r)}async function Yn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`image-to-video`),{data:r}=await O(await n.preparePayloadAsync(e),n,{...t,task:`image-to-video`}),{url:i,info:a}=await E(e,n,{...t,task:`image-to-video`});return n.getResponse(r,i,a.headers,void 0,t?.signal)}async function Xn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`image-text-to-image`),{data:r,requestContext:i}=await O(await n.preparePayloadAsync(e),n,{...t,task:`image-text-to-image`});return n.getResponse(r,i.url,i.info.headers,void 0,t?.signal)}async function Zn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`image-text-to-video`),{data:r,requestContext:i}=await O(await n.preparePayloadAsync(e),n,{...t,task:`image-text-to-video`});return n.getResponse(r,i.url,i.info.headers,void 0,t?.signal)}async function Qn(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`object-detection`),{data:r}=await O(Wn(e),n,{...t,task:`object-detection`});return n.getResponse(r)}async function $n(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`text-to-image`),{data:r}=await O(e,n,{...t,task:`text-to-image`}),{url:i,info:a}=await E(e,n,{...t,task:`text-to-image`});return n.getResponse(r,i,a.headers,t?.outputType,t?.signal)}async function er(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`text-to-video`),{data:r}=await O(e,n,{...t,task:`text-to-video`}),{url:i,info:a}=await E(e,n,{...t,task:`text-to-video`});return n.getResponse(r,i,a.headers,void 0,t?.signal)}async function tr(e){return e.inputs instanceof Blob?{...e,inputs:{image:v(new Uint8Array(await e.inputs.arrayBuffer()))}}:{...e,inputs:{image:v(new Uint8Array(e.inputs.image instanceof ArrayBuffer?e.inputs.image:await e.inputs.image.arrayBuffer()))}}}async function nr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`zero-shot-image-classification`),{data:r}=await O(await tr(e),n,{...t,task:`zero-shot-image-classification`});return n.getResponse(r)}async function rr(e,t){let n;n=e.endpointUrl?T(await C(e.provider,e.model,e.endpointUrl,t),`conversational`):!e.provider||e.provider===`auto`?new ee:T(await C(e.provider,e.model,e.endpointUrl,t),`conversational`);let{data:r}=await O(e,n,{...t,task:`conversational`});return n.getResponse(r)}async function*ir(e,t){let n;n=e.endpointUrl?T(await C(e.provider,e.model,e.endpointUrl,t),`conversational`):!e.provider||e.provider===`auto`?new ee:T(await C(e.provider,e.model,e.endpointUrl,t),`conversational`),yield*Fn(e,n,{...t,task:`conversational`})}async function ar(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`feature-extraction`),{data:r}=await O(e,n,{...t,task:`feature-extraction`});return n.getResponse(r)}async function or(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`fill-mask`),{data:r}=await O(e,n,{...t,task:`fill-mask`});return n.getResponse(r)}async function sr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`question-answering`),{data:r}=await O(e,n,{...t,task:`question-answering`});return n.getResponse(r)}async function cr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`sentence-similarity`),{data:r}=await O(e,n,{...t,task:`sentence-similarity`});return n.getResponse(r)}async function lr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`summarization`),{data:r}=await O(e,n,{...t,task:`summarization`});return n.getResponse(r)}async function ur(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`table-question-answering`),{data:r}=await O(e,n,{...t,task:`table-question-answering`});return n.getResponse(r)}async function dr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`text-classification`),{data:r}=await O(e,n,{...t,task:`text-classification`});return n.getResponse(r)}async function fr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`text-generation`),{data:r}=await O(e,n,{...t,task:`text-generation`});return n.getResponse(r)}async function*pr(e,t){yield*Fn(e,T(await C(e.provider,e.model,e.endpointUrl,t),`text-generation`),{...t,task:`text-generation`})}async function mr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`token-classification`),{data:r}=await O(e,n,{...t,task:`token-classification`});return n.getResponse(r)}async function hr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`translation`),{data:r}=await O(e,n,{...t,task:`translation`});return n.getResponse(r)}async function gr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`zero-shot-classification`),{data:r}=await O(e,n,{...t,task:`zero-shot-classification`});return n.getResponse(r)}async function _r(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`document-question-answering`),{data:r}=await O({...e,inputs:{question:e.inputs.question,image:v(new Uint8Array(await e.inputs.image.arrayBuffer()))}},n,{...t,task:`document-question-answering`});return n.getResponse(r)}async function vr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`visual-question-answering`),{data:r}=await O({...e,inputs:{question:e.inputs.question,image:v(new Uint8Array(await e.inputs.image.arrayBuffer()))}},n,{...t,task:`visual-question-answering`});return n.getResponse(r)}async function yr(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`tabular-classification`),{data:r}=await O(e,n,{...t,task:`tabular-classification`});return n.getResponse(r)}async function br(e,t){let n=T(await C(e.provider,e.model,e.endpointUrl,t),`tabular-regression`),{data:r}=await O(e,n,{...t,task:`tabular-regression`});return n.getResponse(r)}var xr=/* @__PURE__ */ e({audioClassification:()=>zn,audioToAudio:()=>Bn,automaticSpeechRecognition:()=>Vn,chatCompletion:()=>rr,chatCompletionStream:()=>ir,documentQuestionAnswering:()=>_r,featureExtraction:()=>ar,fillMask:()=>or,imageClassification:()=>Gn,imageSegmentation:()=>Kn,imageTextToImage:()=>Xn,imageTextToVideo:()=>Zn,imageToImage:()=>qn,imageToText:()=>Jn,imageToVideo:()=>Yn,objectDetection:()=>Qn,questionAnswering:()=>sr,request:()=>In,sentenceSimilarity:()=>cr,streamingRequest:()=>Ln,summarization:()=>lr,tableQuestionAnswering:()=>ur,tabularClassification:()=>yr,tabularRegression:()=>br,textClassification:()=>dr,textGeneration:()=>fr,textGenerationStream:()=>pr,textToAudio:()=>Hn,textToImage:()=>$n,textToSpeech:()=>Un,textToVideo:()=>er,tokenClassification:()=>mr,translation:()=>hr,visualQuestionAnswering:()=>vr,zeroShotClassification:()=>gr,zeroShotImageClassification:()=>nr});function Sr(e){return Object.entries(e)}var Cr=class e{accessToken;defaultOptions;constructor(e=``,t={}){this.accessToken=e,this.defaultOptions=t;for(let[n,r]of Sr(xr))Object.defineProperty(this,n,{enumerable:!1,value:(n,i)=>r({endpointUrl:t.endpointUrl,accessToken:e,...n},{...m(t,[`endpointUrl`]),...i})})}endpoint(t){return new e(this.accessToken,{...this.defaultOptions,endpointUrl:t})}},wr=Object.defineProperty,Tr=(e,t,n)=>t in e?wr(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n,Er=(e,t,n)=>(Tr(e,typeof t==`symbol`?t:t+``,n),n),k=Object.freeze({Text:`Text`,NumericLiteral:`NumericLiteral`,StringLiteral:`StringLiteral`,Identifier:`Identifier`,Equals:`Equals`,OpenParen:`OpenParen`,CloseParen:`CloseParen`,OpenStatement:`OpenStatement`,CloseStatement:`CloseStatement`,OpenExpression:`OpenExpression`,CloseExpression:`CloseExpression`,OpenSquareBracket:`OpenSquareBracket`,CloseSquareBracket:`CloseSquareBracket`,OpenCurlyBracket:`OpenCurlyBracket`,CloseCurlyBracket:`CloseCurlyBracket`,Comma:`Comma`,Dot:`Dot`,Colon:`Colon`,Pipe:`Pipe`,CallOperator:`CallOperator`,AdditiveBinaryOperator:`AdditiveBinaryOperator`,MultiplicativeBinaryOperator:`MultiplicativeBinaryOperator`,ExponentiationBinaryOperator:`ExponentiationBinaryOperator`,ComparisonBinaryOperator:`ComparisonBinaryOperator`,UnaryOperator:`UnaryOperator`,Comment:`Comment`}),A=class{constructor(e,t){this.value=e,this.type=t}};function Dr(e){return/\w/.test(e)}function Or(e){return/[0-9]/.test(e)}function kr(e){return/\s/.test(e)}var Ar=[[`{%`,k.OpenStatement],[`%}`,k.CloseStatement],[`{{`,k.OpenExpression],[`}}`,k.CloseExpression],[`(`,k.OpenParen],[`)`,k.CloseParen],[`{`,k.OpenCurlyBracket],[`}`,k.CloseCurlyBracket],[`[`,k.OpenSquareBracket],[`]`,k.CloseSquareBracket],[`,`,k.Comma],[`.`,k.Dot],[`:`,k.Colon],[`|`,k.Pipe],[`<=`,k.ComparisonBinaryOperator],[`>=`,k.ComparisonBinaryOperator],[`==`,k.ComparisonBinaryOperator],[`!=`,k.ComparisonBinaryOperator],[`<`,k.ComparisonBinaryOperator],[`>`,k.ComparisonBinaryOperator],[`+`,k.AdditiveBinaryOperator],[`-`,k.AdditiveBinaryOperator],[`~`,k.AdditiveBinaryOperator],[`**`,k.ExponentiationBinaryOperator],[`*`,k.MultiplicativeBinaryOperator],[`//`,k.MultiplicativeBinaryOperator],[`/`,k.MultiplicativeBinaryOperator],[`%`,k.MultiplicativeBinaryOperator],[`=`,k.Equals]],jr=/* @__PURE__ */ new Map([[`n`,`
`],[`t`,`	`],[`r`,`\r`],[`b`,`\b`],[`f`,`\f`],[`v`,`\v`],[`'`,`'`],[`"`,`"`],[`\\`,`\\`]]);function Mr(e,t={}){return e.endsWith(`
`)&&(e=e.slice(0,-1)),t.lstrip_blocks&&(e=e.replace(/^[ \t]*({[#%-])/gm,`$1`)),t.trim_blocks&&(e=e.replace(/([#%-]})\n/g,`$1`)),e.replace(/(\s*){%(-?)\s*(?:end)?generation\s*(-?)%}(\s*)/gs,(e,t,n,r,i)=>(n?``:t)+(r?``:i))}function Nr(e,t={}){let n=[],r=Mr(e,t),i=0,a=0,o=e=>{let t=``;for(;e(r[i]);)if(r[i]===`\\`){if(++i,i>=r.length)throw SyntaxError(`Unexpected end of input`);let e=r[i++];if(e===`x`||e===`u`){let n=e===`x`?2:4,a=r.slice(i,i+n);if(a.length!==n||/[^0-9a-f]/i.test(a))throw SyntaxError(`Invalid hexadecimal escape sequence: \\${e}${a}`);t+=String.fromCharCode(parseInt(a,16)),i+=n;continue}let n=jr.get(e);if(n===void 0)throw SyntaxError(`Unexpected escaped character: ${e}`);t+=n}else if(t+=r[i++],i>=r.length)throw SyntaxError(`Unexpected end of input`);return t},s=()=>{let e=n.at(-1);e&&e.type===k.Text&&(e.value=e.value.trimEnd(),e.value===``&&n.pop())},c=()=>{for(;i<r.length&&kr(r[i]);)++i};e:for(;i<r.length;){let e=n.at(-1)?.type;if(e===void 0||e===k.CloseStatement||e===k.CloseExpression||e===k.Comment){let e=``;for(;i<r.length&&(r[i]!==`{`||r[i+1]!==`%`&&r[i+1]!==`{`&&r[i+1]!==`#`);)e+=r[i++];if(e.length>0){n.push(new A(e,k.Text));continue}}if(r[i]===`{`&&r[i+1]===`#`){i+=2;let e=r[i]===`-`;e&&++i;let t=``;for(;r[i]!==`#`||r[i+1]!==`}`;){if(i+2>=r.length)throw SyntaxError(`Missing end of comment tag`);t+=r[i++]}let a=t.endsWith(`-`);a&&(t=t.slice(0,-1)),e&&s(),n.push(new A(t,k.Comment)),i+=2,a&&c();continue}if(r.slice(i,i+3)===`{%-`){s(),n.push(new A(`{%`,k.OpenStatement)),i+=3;continue}if(r.slice(i,i+3)===`{{-`){s(),n.push(new A(`{{`,k.OpenExpression)),a=0,i+=3;continue}if(o(kr),r.slice(i,i+3)===`-%}`){n.push(new A(`%}`,k.CloseStatement)),i+=3,c();continue}if(r.slice(i,i+3)===`-}}`){n.push(new A(`}}`,k.CloseExpression)),i+=3,c();continue}let t=r[i];if(t===`-`||t===`+`){let e=n.at(-1)?.type;if(e===k.Text||e===void 0)throw SyntaxError(`Unexpected character: ${t}`);switch(e){case k.Identifier:case k.NumericLiteral:case k.StringLiteral:case k.CloseParen:case k.CloseSquareBracket:break;default:{++i;let e=o(Or);if(e.length>0&&r[i]===`.`&&Or(r[i+1])){++i;let t=o(Or);e=`${e}.${t}`}n.push(new A(`${t}${e}`,e.length>0?k.NumericLiteral:k.UnaryOperator));continue}}}for(let[e,t]of Ar)if(!(e===`}}`&&a>0)&&r.slice(i,i+e.length)===e){n.push(new A(e,t)),t===k.OpenExpression?a=0:t===k.OpenCurlyBracket?++a:t===k.CloseCurlyBracket&&--a,i+=e.length;continue e}if(t===`'`||t===`"`){++i;let e=o(e=>e!==t);n.push(new A(e,k.StringLiteral)),++i}else if(Or(t)){let e=o(Or);if(n.at(-1)?.type!==k.Dot&&r[i]===`.`&&Or(r[i+1])){++i;let t=o(Or);e=`${e}.${t}`}n.push(new A(e,k.NumericLiteral))}else if(Dr(t)){let e=o(Dr);n.push(new A(e,k.Identifier))}else throw SyntaxError(`Unexpected character: ${t}`)}return n}var j=class{type=`Statement`},Pr=class extends j{constructor(e){super(),this.body=e}type=`Program`},Fr=class extends j{constructor(e,t,n){super(),this.test=e,this.body=t,this.alternate=n}type=`If`},Ir=class extends j{constructor(e,t,n,r){super(),this.loopvar=e,this.iterable=t,this.body=n,this.defaultBlock=r}type=`For`},Lr=class extends j{type=`Break`},Rr=class extends j{type=`Continue`},zr=class extends j{constructor(e,t,n){super(),this.assignee=e,this.value=t,this.body=n}type=`Set`},Br=class extends j{constructor(e,t,n){super(),this.name=e,this.args=t,this.body=n}type=`Macro`},Vr=class extends j{constructor(e){super(),this.value=e}type=`Comment`},M=class extends j{type=`Expression`},Hr=class extends M{constructor(e,t,n){super(),this.object=e,this.property=t,this.computed=n}type=`MemberExpression`},Ur=class extends M{constructor(e,t){super(),this.callee=e,this.args=t}type=`CallExpression`},N=class extends M{constructor(e){super(),this.value=e}type=`Identifier`},Wr=class extends M{constructor(e){super(),this.value=e}type=`Literal`},Gr=class extends Wr{type=`IntegerLiteral`},Kr=class extends Wr{type=`FloatLiteral`},qr=class extends Wr{type=`StringLiteral`},Jr=class extends Wr{type=`ArrayLiteral`},Yr=class extends Wr{type=`TupleLiteral`},Xr=class extends Wr{type=`ObjectLiteral`},Zr=class extends M{constructor(e,t,n){super(),this.operator=e,this.left=t,this.right=n}type=`BinaryExpression`},Qr=class extends M{constructor(e,t){super(),this.operand=e,this.filter=t}type=`FilterExpression`},$r=class extends j{constructor(e,t){super(),this.filter=e,this.body=t}type=`FilterStatement`},ei=class extends M{constructor(e,t){super(),this.lhs=e,this.test=t}type=`SelectExpression`},ti=class extends M{constructor(e,t,n){super(),this.operand=e,this.negate=t,this.test=n}type=`TestExpression`},ni=class extends M{constructor(e,t){super(),this.operator=e,this.argument=t}type=`UnaryExpression`},ri=class extends M{constructor(e=void 0,t=void 0,n=void 0){super(),this.start=e,this.stop=t,this.step=n}type=`SliceExpression`},ii=class extends M{constructor(e,t){super(),this.key=e,this.value=t}type=`KeywordArgumentExpression`},ai=class extends M{constructor(e){super(),this.argument=e}type=`SpreadExpression`},oi=class extends M{constructor(e){super(),this.argument=e}type=`KeywordSpreadExpression`},si=class extends j{constructor(e,t,n){super(),this.call=e,this.callerArgs=t,this.body=n}type=`CallStatement`},ci=class extends M{constructor(e,t,n){super(),this.condition=e,this.trueExpr=t,this.falseExpr=n}type=`Ternary`};function li(e){let t=new Pr([]),n=0;function r(t,r){let i=e[n++];if(!i||i.type!==t)throw Error(`Parser Error: ${r}. ${i.type} !== ${t}.`);return i}function i(e){if(!c(e))throw SyntaxError(`Expected ${e}`);++n}function a(){switch(e[n].type){case k.Comment:return new Vr(e[n++].value);case k.Text:return l();case k.OpenStatement:return u();case k.OpenExpression:return d();default:throw SyntaxError(`Unexpected token type: ${e[n].type}`)}}function o(...t){return n+t.length<=e.length&&t.every((t,r)=>t===e[n+r].type)}function s(...t){return e[n]?.type===k.OpenStatement&&e[n+1]?.type===k.Identifier&&t.includes(e[n+1]?.value)}function c(...t){return n+t.length<=e.length&&t.every((t,r)=>e[n+r].type===`Identifier`&&t===e[n+r].value)}function l(){return new qr(r(k.Text,`Expected text token`).value)}function u(){if(r(k.OpenStatement,`Expected opening statement token`),e[n].type!==k.Identifier)throw SyntaxError(`Unknown statement, got ${e[n].type}`);let t=e[n].value,c;switch(t){case`set`:++n,c=f();break;case`if`:++n,c=p(),r(k.OpenStatement,`Expected {% token`),i(`endif`),r(k.CloseStatement,`Expected %} token`);break;case`macro`:++n,c=m(),r(k.OpenStatement,`Expected {% token`),i(`endmacro`),r(k.CloseStatement,`Expected %} token`);break;case`for`:++n,c=g(),r(k.OpenStatement,`Expected {% token`),i(`endfor`),r(k.CloseStatement,`Expected %} token`);break;case`call`:{++n;let e=null;o(k.OpenParen)&&(e=ie(`parameters`));let t=S();if(t.type!==`Identifier`)throw SyntaxError(`Expected identifier following call statement`);let l=ie(`call`);r(k.CloseStatement,`Expected closing statement token`);let u=[];for(;!s(`endcall`);)u.push(a());r(k.OpenStatement,`Expected '{%'`),i(`endcall`),r(k.CloseStatement,`Expected closing statement token`),c=new si(new Ur(t,l),e,u);break}case`break`:++n,r(k.CloseStatement,`Expected closing statement token`),c=new Lr;break;case`continue`:++n,r(k.CloseStatement,`Expected closing statement token`),c=new Rr;break;case`filter`:{++n;let e=S();e instanceof N&&o(k.OpenParen)&&(e=re(e)),r(k.CloseStatement,`Expected closing statement token`);let t=[];for(;!s(`endfilter`);)t.push(a());r(k.OpenStatement,`Expected '{%'`),i(`endfilter`),r(k.CloseStatement,`Expected '%}'`),c=new $r(e,t);break}default:throw SyntaxError(`Unknown statement type: ${t}`)}return c}function d(){r(k.OpenExpression,`Expected opening expression token`);let e=_();return r(k.CloseExpression,`Expected closing expression token`),e}function f(){let e=h(),t=null,c=[];if(o(k.Equals))++n,t=h();else{for(r(k.CloseStatement,`Expected %} token`);!s(`endset`);)c.push(a());r(k.OpenStatement,`Expected {% token`),i(`endset`)}return r(k.CloseStatement,`Expected closing statement token`),new zr(e,t,c)}function p(){let e=_();r(k.CloseStatement,`Expected closing statement token`);let t=[],i=[];for(;!s(`elif`,`else`,`endif`);)t.push(a());if(s(`elif`)){++n,++n;let e=p();i.push(e)}else if(s(`else`))for(++n,++n,r(k.CloseStatement,`Expected closing statement token`);!s(`endif`);)i.push(a());return new Fr(e,t,i)}function m(){let e=S();if(e.type!==`Identifier`)throw SyntaxError(`Expected identifier following macro statement`);let t=ie(`parameters`);r(k.CloseStatement,`Expected closing statement token`);let n=[];for(;!s(`endmacro`);)n.push(a());return new Br(e,t,n)}function h(e=!1){let t=e?S:_,r=[t()],i=o(k.Comma);for(;i&&(++n,r.push(t()),o(k.Comma)););return i?new Yr(r):r[0]}function g(){let e=h(!0);if(!(e instanceof N||e instanceof Yr))throw SyntaxError(`Expected identifier/tuple for the loop variable, got ${e.type} instead`);if(!c(`in`))throw SyntaxError("Expected `in` keyword following loop variable");++n;let t=_();r(k.CloseStatement,`Expected closing statement token`);let i=[];for(;!s(`endfor`,`else`);)i.push(a());let o=[];if(s(`else`))for(++n,++n,r(k.CloseStatement,`Expected closing statement token`);!s(`endfor`);)o.push(a());return new Ir(e,t,i,o)}function _(){return ee()}function ee(){let e=v();if(c(`if`)){++n;let t=v();return c(`else`)?(++n,new ci(t,e,ee())):new ei(e,t)}return e}function v(){let t=y();for(;c(`or`);){let r=e[n];++n;let i=y();t=new Zr(r,t,i)}return t}function y(){let t=b();for(;c(`and`);){let r=e[n];++n;let i=b();t=new Zr(r,t,i)}return t}function b(){let t;for(;c(`not`);){let r=e[n];++n,t=new ni(r,b())}return t??x()}function x(){let t=te();for(;;){let r;if(c(`not`,`in`))r=new A(`not in`,k.Identifier),n+=2;else if(c(`in`))r=e[n++];else if(o(k.ComparisonBinaryOperator))r=e[n++];else break;let i=te();t=new Zr(r,t,i)}return t}function te(){let t=ce();for(;o(k.AdditiveBinaryOperator);){let r=e[n];++n;let i=ce();t=new Zr(r,t,i)}return t}function ne(){let e=se(S());return o(k.OpenParen)?re(e):e}function re(e){let t=new Ur(e,ie(`call`));return t=se(t),o(k.OpenParen)&&(t=re(t)),t}function ie(e){r(k.OpenParen,`Expected opening parenthesis for arguments list`);let t=ae(e);return r(k.CloseParen,`Expected closing parenthesis for arguments list`),t}function ae(t){let r=[],i=/* @__PURE__ */ new Set,a=!1,s=!1;for(;!o(k.CloseParen);){let c=o(k.ExponentiationBinaryOperator),l=o(k.MultiplicativeBinaryOperator)&&e[n].value===`*`;if(t===`parameters`&&(c||l))throw SyntaxError(`Argument unpacking is not allowed in parameter declarations`);if(c){if(++n,r.push(new oi(_())),o(k.Comma)&&++n,!o(k.CloseParen))throw SyntaxError("Expected closing parenthesis: `**` must be applied to the final argument");break}let u;if(l){if(s)throw SyntaxError("Only one `*` argument unpacking is allowed");s=!0,++n,u=new ai(_())}else{if(u=_(),o(k.Equals)){if(++n,!(u instanceof N))throw SyntaxError(t===`parameters`?`Expected identifier for parameter declaration`:`Expected identifier for keyword argument`);let e=_();u=new ii(u,e)}if(t===`parameters`){if(!(u instanceof N||u instanceof ii))throw SyntaxError(`Expected identifier for parameter declaration`);let e=u instanceof N?u.value:u.key.value;if(i.has(e))throw SyntaxError(`Duplicate parameter name: ${e}`);i.add(e)}if(u instanceof ii)a=!0;else if(a)throw SyntaxError(t===`call`?`Positional arguments must come before keyword arguments`:`Non-default argument follows default argument`);else if(s)throw SyntaxError("Positional arguments must not follow `*` argument unpacking")}r.push(u),o(k.Comma)&&++n}return r}function oe(){let e=[],t=!1;for(;!o(k.CloseSquareBracket);)o(k.Colon)?(e.push(void 0),++n,t=!0):(e.push(_()),o(k.Colon)&&(++n,t=!0));if(e.length===0)throw SyntaxError(`Expected at least one argument for member/slice expression`);if(t){if(e.length>3)throw SyntaxError(`Expected 0-3 arguments for slice expression`);return new ri(...e)}return e[0]}function se(t){for(;o(k.Dot)||o(k.OpenSquareBracket);){let i=e[n];++n;let a,o=i.type===k.OpenSquareBracket;if(o)a=oe(),r(k.CloseSquareBracket,`Expected closing square bracket`);else if(a=S(),a.type!==`Identifier`&&a.type!==`IntegerLiteral`)throw SyntaxError(`Expected identifier or integer following dot operator`);t=new Hr(t,a,o)}return t}function ce(){let t=le();for(;o(k.MultiplicativeBinaryOperator);){let r=e[n++],i=le();t=new Zr(r,t,i)}return t}function le(){let t=ue();for(;o(k.ExponentiationBinaryOperator);){let r=e[n++],i=ue();t=new Zr(r,t,i)}return t}function ue(){let e=de();for(;c(`is`);){++n;let t=c(`not`);t&&++n;let r=S();if(!(r instanceof N))throw SyntaxError(`Expected identifier for the test`);e=new ti(e,t,r)}return e}function de(){let e=fe();for(;o(k.Pipe);){++n;let t=S();if(!(t instanceof N))throw SyntaxError(`Expected identifier for the filter`);o(k.OpenParen)&&(t=re(t)),e=new Qr(e,t)}return e}function fe(){let t=e[n];return t&&(t.type===k.UnaryOperator||t.type===k.AdditiveBinaryOperator)&&(t.value===`-`||t.value===`+`)?new ni(e[n++],fe()):ne()}function S(){let t=e[n++];switch(t.type){case k.NumericLiteral:{let e=t.value;return e.includes(`.`)?new Kr(Number(e)):new Gr(Number(e))}case k.StringLiteral:{let r=t.value;for(;o(k.StringLiteral);)r+=e[n++].value;return new qr(r)}case k.Identifier:return new N(t.value);case k.OpenParen:{let e=h();return r(k.CloseParen,"Expected closing parenthesis, got ${tokens[current].type} instead."),e}case k.OpenSquareBracket:{let e=[];for(;!o(k.CloseSquareBracket);)e.push(_()),o(k.Comma)&&++n;return++n,new Jr(e)}case k.OpenCurlyBracket:{let e=/* @__PURE__ */ new Map;for(;!o(k.CloseCurlyBracket);){let t=_();r(k.Colon,`Expected colon between key and value in object literal`);let i=_();e.set(t,i),o(k.Comma)&&++n}return++n,new Xr(e)}default:throw SyntaxError(`Unexpected token: ${t.type}`)}}for(;n<e.length;)t.body.push(a());return t}function ui(e,t,n=1){if(t===void 0&&(t=e,e=0),n===0)throw Error(`range() step must not be zero`);let r=[];if(n>0)for(let i=e;i<t;i+=n)r.push(i);else for(let i=e;i>t;i+=n)r.push(i);return r}function di(e,t,n,r=1){let i=Math.sign(r);i>=0?(t=(t??=0)<0?Math.max(e.length+t,0):Math.min(t,e.length),n=(n??=e.length)<0?Math.max(e.length+n,0):Math.min(n,e.length)):(t=(t??=e.length-1)<0?Math.max(e.length+t,-1):Math.min(t,e.length-1),n=(n??=-1)<-1?Math.max(e.length+n,-1):Math.min(n,e.length-1));let a=[];for(let o=t;i*o<i*n;o+=r)a.push(e[o]);return a}function fi(e){return e.replace(/\b\w/g,e=>e.toUpperCase())}function pi(e){return mi(/* @__PURE__ */ new Date,e)}function mi(e,t){let n=new Intl.DateTimeFormat(void 0,{month:`long`}),r=new Intl.DateTimeFormat(void 0,{month:`short`}),i=e=>e<10?`0`+e:e.toString();return t.replace(/%[YmdbBHM%]/g,t=>{switch(t){case`%Y`:return e.getFullYear().toString();case`%m`:return i(e.getMonth()+1);case`%d`:return i(e.getDate());case`%b`:return r.format(e);case`%B`:return n.format(e);case`%H`:return i(e.getHours());case`%M`:return i(e.getMinutes());case`%%`:return`%`;default:return t}})}function hi(e){return e.replace(/[.*+?^${}()|[\]\\]/g,`\\$&`)}function gi(e,t,n,r){if(r===0)return e;let i=r==null||r<0?1/0:r,a=t.length===0?/* @__PURE__ */ RegExp(`(?=)`,`gu`):new RegExp(hi(t),`gu`);return e.replaceAll(a,e=>i>0?(--i,n):e)}var _i=class extends Error{},vi=class extends Error{},yi=/* @__PURE__ */ new Map,P=class{type=`RuntimeValue`;value;get builtins(){return yi}constructor(e=void 0){this.value=e}__bool__(){return new R(!!this.value)}toString(){return String(this.value)}},F=class extends P{type=`IntegerValue`},I=class extends P{type=`FloatValue`;toString(){return Object.is(this.value,-0)?`-0.0`:this.value%1==0?this.value.toFixed(1):this.value.toString()}},L=class extends P{type=`StringValue`;_builtins;get builtins(){return this._builtins??=/* @__PURE__ */ new Map([[`upper`,new H(()=>new L(this.value.toUpperCase()))],[`lower`,new H(()=>new L(this.value.toLowerCase()))],[`strip`,new H(()=>new L(this.value.trim()))],[`title`,new H(()=>new L(fi(this.value)))],[`capitalize`,new H(()=>new L(this.value.charAt(0).toUpperCase()+this.value.slice(1)))],[`length`,new F(this.value.length)],[`rstrip`,new H(()=>new L(this.value.trimEnd()))],[`lstrip`,new H(()=>new L(this.value.trimStart()))],[`startswith`,new H(e=>{if(e.length===0)throw Error(`startswith() requires at least one argument`);let t=e[0];if(t instanceof L)return new R(this.value.startsWith(t.value));if(t instanceof V){for(let e of t.value){if(!(e instanceof L))throw Error(`startswith() tuple elements must be strings`);if(this.value.startsWith(e.value))return new R(!0)}return new R(!1)}throw Error(`startswith() argument must be a string or tuple of strings`)})],[`endswith`,new H(e=>{if(e.length===0)throw Error(`endswith() requires at least one argument`);let t=e[0];if(t instanceof L)return new R(this.value.endsWith(t.value));if(t instanceof V){for(let e of t.value){if(!(e instanceof L))throw Error(`endswith() tuple elements must be strings`);if(this.value.endsWith(e.value))return new R(!0)}return new R(!1)}throw Error(`endswith() argument must be a string or tuple of strings`)})],[`split`,new H(e=>{let t=e[0]??new U;if(!(t instanceof L||t instanceof U))throw Error(`sep argument must be a string or null`);let n=e[1]??new F(-1);if(!(n instanceof F))throw Error(`maxsplit argument must be a number`);let r=[];if(t instanceof U){let e=this.value.trimStart();for(let{0:t,index:i}of e.matchAll(/\S+/g)){if(n.value!==-1&&r.length>=n.value&&i!==void 0){r.push(t+e.slice(i+t.length));break}r.push(t)}}else{if(t.value===``)throw Error(`empty separator`);r=this.value.split(t.value),n.value!==-1&&r.length>n.value&&r.push(r.splice(n.value).join(t.value))}return new V(r.map(e=>new L(e)))})],[`replace`,new H(e=>{if(e.length<2)throw Error(`replace() requires at least two arguments`);let t=e[0],n=e[1];if(!(t instanceof L&&n instanceof L))throw Error(`replace() arguments must be strings`);let r;if(r=e.length>2?e[2].type===`KeywordArgumentsValue`?e[2].value.get(`count`)??new U:e[2]:new U,!(r instanceof F||r instanceof U))throw Error(`replace() count argument must be a number or null`);return new L(gi(this.value,t.value,n.value,r.value))})]])}},R=class extends P{type=`BooleanValue`},bi=/[\x7f-\uffff]/g;function xi(e){return e.replace(bi,e=>`\\u`+e.charCodeAt(0).toString(16).padStart(4,`0`))}function z(e,t={},n=0,r=!0){let{indent:i=null,ensureAscii:a=!1,separators:o=null,sortKeys:s=!1}=t,c,l;switch(o?[c,l]=o:i?(c=`,`,l=`: `):(c=`, `,l=`: `),e.type){case`NullValue`:return`null`;case`UndefinedValue`:return r?`null`:`undefined`;case`IntegerValue`:case`FloatValue`:case`BooleanValue`:return JSON.stringify(e.value);case`StringValue`:{let t=JSON.stringify(e.value);return a&&(t=xi(t)),t}case`ArrayValue`:case`NamespaceValue`:case`ObjectValue`:{let o=i?` `.repeat(i):``,u=`
`+o.repeat(n),d=u+o;if(e.type===`ArrayValue`){let a=e.value.map(e=>z(e,t,n+1,r));return i&&a.length>0?`[${d}${a.join(`${c}${d}`)}${u}]`:`[${a.join(c)}]`}{let o=Array.from(e.value.entries());s&&(o=o.sort(([e],[t])=>e.localeCompare(t)));let f=o.map(([e,o])=>{let s=JSON.stringify(e);a&&(s=xi(s));let c=`${s}${l}${z(o,t,n+1,r)}`;return i?`${d}${c}`:c});return i&&f.length>0?`{${f.join(c)}${u}}`:`{${f.join(c)}}`}}default:throw Error(`Cannot convert to JSON: ${e.type}`)}}var B=class extends P{type=`ObjectValue`;_builtins;__bool__(){return new R(this.value.size>0)}get builtins(){return this._builtins??=/* @__PURE__ */ new Map([[`get`,new H(([e,t])=>{if(!(e instanceof L))throw Error(`Object key must be a string: got ${e.type}`);return this.value.get(e.value)??t??new U})],[`items`,new H(()=>this.items())],[`keys`,new H(()=>this.keys())],[`values`,new H(()=>this.values())],[`dictsort`,new H(e=>{let t=/* @__PURE__ */ new Map,n=e.filter(e=>e instanceof Si?(t=e.value,!1):!0),r=n.at(0)??t.get(`case_sensitive`)??new R(!1);if(!(r instanceof R))throw Error(`case_sensitive must be a boolean`);let i=n.at(1)??t.get(`by`)??new L(`key`);if(!(i instanceof L))throw Error(`by must be a string`);if(![`key`,`value`].includes(i.value))throw Error(`by must be either 'key' or 'value'`);let a=n.at(2)??t.get(`reverse`)??new R(!1);if(!(a instanceof R))throw Error(`reverse must be a boolean`);return new V(Array.from(this.value.entries()).map(([e,t])=>new V([new L(e),t])).sort((e,t)=>{let n=i.value===`key`?0:1,o=Ni(e.value[n],t.value[n],r.value);return a.value?-o:o}))})]])}items(){return new V(Array.from(this.value.entries()).map(([e,t])=>new V([new L(e),t])))}keys(){return new V(Array.from(this.value.keys()).map(e=>new L(e)))}values(){return new V(Array.from(this.value.values()))}toString(){return z(this,{},0,!1)}},Si=class extends B{type=`KeywordArgumentsValue`},Ci=class extends P{type=`NamespaceValue`;toString(){return z(this,{},0,!1)}},V=class extends P{type=`ArrayValue`;_builtins;get builtins(){return this._builtins??=/* @__PURE__ */ new Map([[`length`,new F(this.value.length)]])}__bool__(){return new R(this.value.length>0)}toString(){return z(this,{},0,!1)}},wi=class extends V{type=`TupleValue`},H=class extends P{type=`FunctionValue`},U=class extends P{type=`NullValue`},W=class extends P{type=`UndefinedValue`};function Ti(e){let t;if(e instanceof V?t=e.value:e instanceof L&&(t=Array.from(e.value,e=>new L(e))),!t||t.length!==2)throw Error(`namespace expected an object or an iterable of [key, value] pairs`);let[n,r]=t;if(!(n instanceof L))throw Error(`namespace keys must be strings`);return[n,r]}var Ei=class{constructor(e){this.parent=e}variables=/* @__PURE__ */ new Map([[`namespace`,new H(e=>{let t=e.slice(),n;if(t.at(-1)instanceof Si&&(n=t.pop()),t.length>1)throw Error(`namespace expected at most 1 argument, got ${t.length}`);let r=/* @__PURE__ */ new Map;if(t.length===1){let e=t[0];if(e instanceof B)for(let[t,n]of e.value)r.set(t,n);else if(e instanceof V)for(let t of e.value){let[e,n]=Ti(t);r.set(e.value,n)}else throw Error(`'${e.type}' object is not iterable`)}if(n)for(let[e,t]of n.value)r.set(e,t);return new Ci(r)})]]);tests=Ei.TESTS;set(e,t){return this.declareVariable(e,Ri(t))}declareVariable(e,t){if(this.variables.has(e))throw SyntaxError(`Variable already declared: ${e}`);return this.variables.set(e,t),t}setVariable(e,t){return this.variables.set(e,t),t}resolve(e){if(this.variables.has(e))return this;if(this.parent)return this.parent.resolve(e);throw Error(`Unknown variable: ${e}`)}lookupVariable(e){try{return this.resolve(e).variables.get(e)??new W}catch{return new W}}},Di=Ei;Er(Di,`TESTS`,/* @__PURE__ */ new Map([[`boolean`,e=>e.type===`BooleanValue`],[`callable`,e=>e instanceof H],[`odd`,e=>{if(!(e instanceof F))throw Error(`cannot odd on ${e.type}`);return e.value%2!=0}],[`even`,e=>{if(!(e instanceof F))throw Error(`cannot even on ${e.type}`);return e.value%2==0}],[`false`,e=>e.type===`BooleanValue`&&!e.value],[`true`,e=>e.type===`BooleanValue`&&e.value],[`none`,e=>e.type===`NullValue`],[`string`,e=>e.type===`StringValue`],[`number`,e=>e instanceof F||e instanceof I],[`integer`,e=>e instanceof F],[`iterable`,e=>e.type===`ArrayValue`||e.type===`StringValue`],[`mapping`,e=>e instanceof B],[`sequence`,e=>e instanceof V||e instanceof B||e instanceof L],[`lower`,e=>{let t=e.value;return e.type===`StringValue`&&t===t.toLowerCase()}],[`upper`,e=>{let t=e.value;return e.type===`StringValue`&&t===t.toUpperCase()}],[`none`,e=>e.type===`NullValue`],[`defined`,e=>e.type!==`UndefinedValue`],[`undefined`,e=>e.type===`UndefinedValue`],[`equalto`,(e,t)=>e.value===t.value],[`eq`,(e,t)=>e.value===t.value]]));function Oi(e){e.set(`false`,!1),e.set(`true`,!0),e.set(`none`,null),e.set(`raise_exception`,e=>{throw Error(e)}),e.set(`range`,ui),e.set(`strftime_now`,pi),e.set(`True`,!0),e.set(`False`,!1),e.set(`None`,null)}function ki(e){return e instanceof B||e instanceof Ci}function Ai(e){return e instanceof F||e instanceof I||e instanceof R}function ji(e){return e instanceof R?Number(e.value):e.value}function Mi(e,t){let n=t.split(`.`),r=e;for(let e of n)if(ki(r))r=r.value.get(e)??new W;else if(r instanceof V){let t=parseInt(e,10);if(!isNaN(t)&&t>=0&&t<r.value.length)r=r.value[t];else return new W}else return new W;return r}function Ni(e,t,n=!1){if(e instanceof U&&t instanceof U)return 0;if(e instanceof U||t instanceof U)throw Error(`Cannot compare ${e.type} with ${t.type}`);if(e instanceof W&&t instanceof W)return 0;if(e instanceof W||t instanceof W)throw Error(`Cannot compare ${e.type} with ${t.type}`);if(Ai(e)&&Ai(t)){let n=ji(e),r=ji(t);return n<r?-1:+(n>r)}if(e.type!==t.type)throw Error(`Cannot compare different types: ${e.type} and ${t.type}`);switch(e.type){case`StringValue`:{let r=e.value,i=t.value;return n||(r=r.toLowerCase(),i=i.toLowerCase()),r<i?-1:+(r>i)}default:throw Error(`Cannot compare type: ${e.type}`)}}function Pi(e){if(e.type===`Identifier`)return{name:e.value};let t=e;return{name:t.key.value,defaultValue:t.value}}function Fi(e){return e===`kwargs`||e===`varargs`}function Ii(e,t){let n=/* @__PURE__ */ new Set,r=/* @__PURE__ */ new Set,i=e=>{Fi(e)&&n.add(e)},a=e=>{if(e.type===`Identifier`)i(e.value);else if(e.type===`TupleLiteral`)for(let t of e.value)a(t)},o=e=>{i(Pi(e).name)},s=e=>{for(let t of e){let e=Pi(t);e.defaultValue&&l(e.defaultValue)}},c=e=>{e.type===`CallExpression`&&l(e.args)},l=e=>{if(Array.isArray(e))for(let t of e)l(t);else if(e instanceof Map)for(let[t,n]of e)l(t),l(n);else if(e instanceof j)switch(e.type){case`For`:{let t=e;if(a(t.loopvar),t.iterable.type===`SelectExpression`){let e=t.iterable;l(e.lhs),l(t.body),l(t.defaultBlock),l(e.test);return}l(t.iterable),l(t.body),l(t.defaultBlock);return}case`Set`:{let t=e;a(t.assignee),l(t.value),l(t.body);return}case`Macro`:{let t=e;for(let e of t.args)o(e);s(t.args),l(t.body);return}case`CallStatement`:{let t=e;l(t.call);for(let e of t.callerArgs??[])o(e);s(t.callerArgs??[]),l(t.body);return}case`FilterStatement`:{let t=e;l(t.body),c(t.filter);return}case`Identifier`:{let t=e.value;Fi(t)&&!n.has(t)&&r.add(t);return}case`MemberExpression`:{let t=e;l(t.object),t.computed&&l(t.property);return}case`FilterExpression`:{let t=e;l(t.operand),c(t.filter);return}case`TestExpression`:l(e.operand);return;case`SelectExpression`:{let t=e;l(t.test),l(t.lhs);return}case`KeywordArgumentExpression`:l(e.value);return;default:for(let t of Object.values(e))l(t)}};for(let t of e)o(t);return l(t),r}var Li=class{global;constructor(e){this.global=e??new Di}run(e){return this.evaluate(e,this.global)}evaluateBinaryExpression(e,t){let n=this.evaluate(e.left,t);switch(e.operator.value){case`and`:return n.__bool__().value?this.evaluate(e.right,t):n;case`or`:return n.__bool__().value?n:this.evaluate(e.right,t)}let r=this.evaluate(e.right,t);switch(e.operator.value){case`==`:return new R(n.value==r.value);case`!=`:return new R(n.value!=r.value)}if(n instanceof W||r instanceof W){if(r instanceof W&&[`in`,`not in`].includes(e.operator.value))return new R(e.operator.value===`not in`);throw Error(`Cannot perform operation ${e.operator.value} on undefined values`)}if(n instanceof U||r instanceof U)throw Error(`Cannot perform operation on null values`);if(e.operator.value===`~`)return new L(n.value.toString()+r.value.toString());if(e.operator.value===`**`&&Ai(n)&&Ai(r)){let e=ji(n),t=ji(r);if(e===0&&t<0)throw Error(`0.0 cannot be raised to a negative power`);let i=e**t;if(!Number.isFinite(i))throw Error(`Exponentiation result is not a finite real number`);return n instanceof I||r instanceof I||t<0?new I(i):new F(i)}if((n instanceof F||n instanceof I)&&(r instanceof F||r instanceof I)){let t=n.value,i=r.value;switch(e.operator.value){case`+`:case`-`:case`*`:{let a=e.operator.value===`+`?t+i:e.operator.value===`-`?t-i:t*i;return n instanceof I||r instanceof I?new I(a):new F(a)}case`/`:return new I(t/i);case`//`:{let e=Math.floor(t/i);return n instanceof I||r instanceof I?new I(e):new F(e)}case`%`:{let e=t%i;return n instanceof I||r instanceof I?new I(e):new F(e)}case`<`:return new R(t<i);case`>`:return new R(t>i);case`>=`:return new R(t>=i);case`<=`:return new R(t<=i)}}else if(n instanceof V&&r instanceof V)switch(e.operator.value){case`+`:return new V(n.value.concat(r.value))}else if(r instanceof V){let t=r.value.find(e=>e.value===n.value)!==void 0;switch(e.operator.value){case`in`:return new R(t);case`not in`:return new R(!t)}}if(n instanceof L||r instanceof L)switch(e.operator.value){case`+`:return new L(n.value.toString()+r.value.toString())}if(n instanceof L&&r instanceof L)switch(e.operator.value){case`in`:return new R(r.value.includes(n.value));case`not in`:return new R(!r.value.includes(n.value))}if(n instanceof L&&r instanceof B)switch(e.operator.value){case`in`:return new R(r.value.has(n.value));case`not in`:return new R(!r.value.has(n.value))}throw SyntaxError(`Unknown operator "${e.operator.value}" between ${n.type} and ${r.type}`)}evaluateArguments(e,t){let n=[],r=/* @__PURE__ */ new Map,i=(e,t)=>{if(r.has(e))throw Error(`Got multiple values for keyword argument '${e}'`);r.set(e,t)};for(let r of e)if(r.type===`SpreadExpression`){let e=r,i=this.evaluate(e.argument,t);if(!(i instanceof V))throw Error(`Cannot unpack non-iterable type: ${i.type}`);for(let e of i.value)n.push(e)}else r.type!==`KeywordArgumentExpression`&&r.type!==`KeywordSpreadExpression`&&n.push(this.evaluate(r,t));for(let n of e)if(n.type===`KeywordArgumentExpression`){let e=n;i(e.key.value,this.evaluate(e.value,t))}else if(n.type===`KeywordSpreadExpression`){let e=n,r=this.evaluate(e.argument,t);if(!(r instanceof B))throw Error(`Argument after ** must be a mapping, not ${r.type}`);for(let[e,t]of r.value)i(e,t)}return[n,r]}applyFilter(e,t,n){if(t.type===`Identifier`){let r=t;if(r.value===`safe`)return e;if(r.value===`tojson`)return new L(z(e,{}));if(e instanceof V)switch(r.value){case`list`:return e;case`first`:return e.value[0];case`last`:return e.value[e.value.length-1];case`length`:return new F(e.value.length);case`reverse`:return new V(e.value.slice().reverse());case`sort`:return new V(e.value.slice().sort((e,t)=>Ni(e,t,!1)));case`join`:return new L(e.value.map(e=>e.value).join(``));case`string`:return new L(z(e,{},0,!1));case`unique`:{let t=/* @__PURE__ */ new Set,n=[];for(let r of e.value)t.has(r.value)||(t.add(r.value),n.push(r));return new V(n)}default:throw Error(`Unknown ArrayValue filter: ${r.value}`)}else if(e instanceof L)switch(r.value){case`length`:case`upper`:case`lower`:case`title`:case`capitalize`:{let t=e.builtins.get(r.value);if(t instanceof H)return t.value([],n);if(t instanceof F)return t;throw Error(`Unknown StringValue filter: ${r.value}`)}case`trim`:return new L(e.value.trim());case`indent`:return new L(e.value.split(`
`).map((e,t)=>t===0||e.length===0?e:`    `+e).join(`
`));case`join`:case`string`:return e;case`int`:{let t=parseInt(e.value,10);return new F(isNaN(t)?0:t)}case`float`:{let t=parseFloat(e.value);return new I(isNaN(t)?0:t)}default:throw Error(`Unknown StringValue filter: ${r.value}`)}else if(e instanceof F||e instanceof I)switch(r.value){case`abs`:return e instanceof F?new F(Math.abs(e.value)):new I(Math.abs(e.value));case`int`:return new F(Math.floor(e.value));case`float`:return new I(e.value);case`string`:return new L(e.toString());default:throw Error(`Unknown NumericValue filter: ${r.value}`)}else if(e instanceof B)switch(r.value){case`items`:return new V(Array.from(e.value.entries()).map(([e,t])=>new V([new L(e),t])));case`length`:return new F(e.value.size);default:{let t=e.builtins.get(r.value);if(t)return t instanceof H?t.value([],n):t;throw Error(`Unknown ObjectValue filter: ${r.value}`)}}else if(e instanceof R)switch(r.value){case`bool`:return new R(e.value);case`int`:return new F(+!!e.value);case`float`:return new I(+!!e.value);case`string`:return new L(e.value?`true`:`false`);default:throw Error(`Unknown BooleanValue filter: ${r.value}`)}throw Error(`Cannot apply filter "${r.value}" to type: ${e.type}`)}if(t.type===`CallExpression`){let r=t;if(r.callee.type!==`Identifier`)throw Error(`Unknown filter: ${r.callee.type}`);let i=r.callee.value;if(i===`tojson`){let[,t]=this.evaluateArguments(r.args,n),i=t.get(`indent`)??new U;if(!(i instanceof F||i instanceof U))throw Error(`If set, indent must be a number`);let a=t.get(`ensure_ascii`)??new R(!1);if(!(a instanceof R))throw Error(`If set, ensure_ascii must be a boolean`);let o=t.get(`sort_keys`)??new R(!1);if(!(o instanceof R))throw Error(`If set, sort_keys must be a boolean`);let s=t.get(`separators`)??new U,c=null;if(s instanceof V||s instanceof wi){if(s.value.length!==2)throw Error(`separators must be a tuple of two strings`);let[e,t]=s.value;if(!(e instanceof L)||!(t instanceof L))throw Error(`separators must be a tuple of two strings`);c=[e.value,t.value]}else if(!(s instanceof U))throw Error(`If set, separators must be a tuple of two strings`);return new L(z(e,{indent:i.value,ensureAscii:a.value,sortKeys:o.value,separators:c}))}if(i===`join`){let t;if(e instanceof L)t=Array.from(e.value);else if(e instanceof V)t=e.value.map(e=>e.value);else throw Error(`Cannot apply filter "${i}" to type: ${e.type}`);let[a,o]=this.evaluateArguments(r.args,n),s=a.at(0)??o.get(`separator`)??new L(``);if(!(s instanceof L))throw Error(`separator must be a string`);return new L(t.join(s.value))}if(i===`int`||i===`float`){let[t,a]=this.evaluateArguments(r.args,n),o=t.at(0)??a.get(`default`)??(i===`int`?new F(0):new I(0));if(e instanceof L){let t=i===`int`?parseInt(e.value,10):parseFloat(e.value);return isNaN(t)?o:i===`int`?new F(t):new I(t)}if(e instanceof F||e instanceof I)return e;if(e instanceof R)return i===`int`?new F(+!!e.value):new I(+!!e.value);throw Error(`Cannot apply filter "${i}" to type: ${e.type}`)}if(i==="default"){let[t,i]=this.evaluateArguments(r.args,n),a=t[0]??new L(``),o=t[1]??i.get(`boolean`)??new R(!1);if(!(o instanceof R))throw Error("`default` filter flag must be a boolean");return e instanceof W||o.value&&!e.__bool__().value?a:e}if(e instanceof V){switch(i){case`sort`:{let[t,i]=this.evaluateArguments(r.args,n),a=t.at(0)??i.get(`reverse`)??new R(!1);if(!(a instanceof R))throw Error(`reverse must be a boolean`);let o=t.at(1)??i.get(`case_sensitive`)??new R(!1);if(!(o instanceof R))throw Error(`case_sensitive must be a boolean`);let s=t.at(2)??i.get(`attribute`)??new U;if(!(s instanceof L||s instanceof F||s instanceof U))throw Error(`attribute must be a string, integer, or null`);let c=e=>s instanceof U?e:Mi(e,s instanceof F?String(s.value):s.value);return new V(e.value.slice().sort((e,t)=>{let n=Ni(c(e),c(t),o.value);return a.value?-n:n}))}case`selectattr`:case`rejectattr`:{let t=i===`selectattr`;if(e.value.some(e=>!ki(e)))throw Error(`\`${i}\` can only be applied to array of objects`);if(r.args.some(e=>e.type!==`StringLiteral`))throw Error(`arguments of \`${i}\` must be strings`);let[a,o,s]=r.args.map(e=>this.evaluate(e,n)),c;if(o){let e=n.tests.get(o.value);if(!e)throw Error(`Unknown test: ${o.value}`);c=e}else c=(...e)=>e[0].__bool__().value;return new V(e.value.filter(e=>{let n=e.value.get(a.value),r=n?c(n,s):!1;return t?r:!r}))}case`map`:{let[,t]=this.evaluateArguments(r.args,n);if(t.has(`attribute`)){let n=t.get(`attribute`);if(!(n instanceof L))throw Error(`attribute must be a string`);let r=t.get(`default`);return new V(e.value.map(e=>{if(!ki(e))throw Error(`items in map must be an object`);let t=Mi(e,n.value);return t instanceof W?r??new W:t}))}throw Error("`map` expressions without `attribute` set are not currently supported.")}}throw Error(`Unknown ArrayValue filter: ${i}`)}if(e instanceof L){switch(i){case`indent`:{let[t,i]=this.evaluateArguments(r.args,n),a=t.at(0)??i.get(`width`)??new F(4);if(!(a instanceof F))throw Error(`width must be a number`);let o=t.at(1)??i.get(`first`)??new R(!1),s=t.at(2)??i.get(`blank`)??new R(!1),c=e.value.split(`
`),l=` `.repeat(a.value);return new L(c.map((e,t)=>!o.value&&t===0||!s.value&&e.length===0?e:l+e).join(`
`))}case`replace`:{let t=e.builtins.get(`replace`);if(!(t instanceof H))throw Error(`replace filter not available`);let[i,a]=this.evaluateArguments(r.args,n);return t.value([...i,new Si(a)],n)}}throw Error(`Unknown StringValue filter: ${i}`)}if(e instanceof B){let t=e.builtins.get(i);if(t&&t instanceof H){let[e,i]=this.evaluateArguments(r.args,n);return i.size>0&&e.push(new Si(i)),t.value(e,n)}throw Error(`Unknown ObjectValue filter: ${i}`)}throw Error(`Cannot apply filter "${i}" to type: ${e.type}`)}throw Error(`Unknown filter: ${t.type}`)}evaluateFilterExpression(e,t){let n=this.evaluate(e.operand,t);return this.applyFilter(n,e.filter,t)}evaluateTestExpression(e,t){let n=this.evaluate(e.operand,t),r=t.tests.get(e.test.value);if(!r)throw Error(`Unknown test: ${e.test.value}`);let i=r(n);return new R(e.negate?!i:i)}evaluateSelectExpression(e,t){return this.evaluate(e.test,t).__bool__().value?this.evaluate(e.lhs,t):new W}evaluateUnaryExpression(e,t){let n=this.evaluate(e.argument,t);switch(e.operator.value){case`not`:return new R(!n.__bool__().value);case`+`:case`-`:{let t=e.operator.value===`-`?-1:1;if(n instanceof F||n instanceof I||n instanceof R){let e=t*(n instanceof R?+!!n.value:n.value);return n instanceof I?new I(e):new F(e)}throw SyntaxError(`Unknown operator "${e.operator.value}" for ${n.type}`)}default:throw SyntaxError(`Unknown operator: ${e.operator.value}`)}}evaluateTernaryExpression(e,t){return this.evaluate(e.condition,t).__bool__().value?this.evaluate(e.trueExpr,t):this.evaluate(e.falseExpr,t)}evalProgram(e,t){return this.evaluateBlock(e.body,t)}evaluateBlock(e,t){let n=``;for(let r of e){let e=this.evaluate(r,t);e.type!==`NullValue`&&e.type!==`UndefinedValue`&&(n+=e.toString())}return new L(n)}evaluateIdentifier(e,t){return t.lookupVariable(e.value)}evaluateCallExpression(e,t){let[n,r]=this.evaluateArguments(e.args,t);r.size>0&&n.push(new Si(r));let i=this.evaluate(e.callee,t);if(i.type!==`FunctionValue`)throw Error(`Cannot call something that is not a function: got ${i.type}`);return i.value(n,t)}evaluateSliceExpression(e,t,n){if(!(e instanceof V||e instanceof L))throw Error(`Slice object must be an array or string`);let r=this.evaluate(t.start,n),i=this.evaluate(t.stop,n),a=this.evaluate(t.step,n);if(!(r instanceof F||r instanceof W))throw Error(`Slice start must be numeric or undefined`);if(!(i instanceof F||i instanceof W))throw Error(`Slice stop must be numeric or undefined`);if(!(a instanceof F||a instanceof W))throw Error(`Slice step must be numeric or undefined`);return e instanceof V?new V(di(e.value,r.value,i.value,a.value)):new L(di(Array.from(e.value),r.value,i.value,a.value).join(``))}evaluateMemberExpression(e,t){let n=this.evaluate(e.object,t),r;if(e.computed){if(e.property.type===`SliceExpression`)return this.evaluateSliceExpression(n,e.property,t);r=this.evaluate(e.property,t)}else r=e.property.type===`IntegerLiteral`?new F(e.property.value):new L(e.property.value);let i;if(ki(n)){if(!(r instanceof L))throw Error(`Cannot access property with non-string: got ${r.type}`);i=n.value.get(r.value)??(n instanceof B?n.builtins.get(r.value):void 0)}else if(n instanceof V||n instanceof L){if(r instanceof F){if(n instanceof L){let e=n.value.at(r.value);i=e===void 0?void 0:new L(e)}else i=n.value.at(r.value)}else if(r instanceof L)i=n.builtins.get(r.value);else throw Error(`Cannot access property with non-string/non-number: got ${r.type}`)}else{if(!(r instanceof L))throw Error(`Cannot access property with non-string: got ${r.type}`);i=n.builtins.get(r.value)}return i instanceof P?i:new W}evaluateSet(e,t){let n=e.value?this.evaluate(e.value,t):this.evaluateBlock(e.body,t);if(e.assignee.type===`Identifier`){let r=e.assignee.value;t.setVariable(r,n)}else if(e.assignee.type===`TupleLiteral`){let r=e.assignee;if(!(n instanceof V))throw Error(`Cannot unpack non-iterable type in set: ${n.type}`);let i=n.value;if(i.length!==r.value.length)throw Error(`Too ${r.value.length>i.length?`few`:`many`} items to unpack in set`);for(let e=0;e<r.value.length;++e){let n=r.value[e];if(n.type!==`Identifier`)throw Error(`Cannot unpack to non-identifier in set: ${n.type}`);t.setVariable(n.value,i[e])}}else if(e.assignee.type===`MemberExpression`){let r=e.assignee,i=this.evaluate(r.object,t);if(!(i instanceof Ci))throw Error(`cannot assign attribute on non-namespace object`);if(r.property.type!==`Identifier`)throw Error(`Cannot assign to member with non-identifier property`);i.value.set(r.property.value,n)}else throw Error(`Invalid LHS inside assignment expression: ${JSON.stringify(e.assignee)}`);return new U}evaluateIf(e,t){let n=this.evaluate(e.test,t);return this.evaluateBlock(n.__bool__().value?e.body:e.alternate,t)}evaluateFor(e,t){let n=new Di(t),r,i;if(e.iterable.type===`SelectExpression`){let t=e.iterable;i=this.evaluate(t.lhs,n),r=t.test}else i=this.evaluate(e.iterable,n);if(!(i instanceof V||i instanceof B))throw Error(`Expected iterable or object type in for loop: got ${i.type}`);i instanceof B&&(i=i.keys());let a=[],o=[];for(let t=0;t<i.value.length;++t){let s=new Di(n),c=i.value[t],l;if(e.loopvar.type===`Identifier`)l=t=>t.setVariable(e.loopvar.value,c);else if(e.loopvar.type===`TupleLiteral`){let t=e.loopvar;if(c.type!==`ArrayValue`)throw Error(`Cannot unpack non-iterable type: ${c.type}`);let n=c;if(t.value.length!==n.value.length)throw Error(`Too ${t.value.length>n.value.length?`few`:`many`} items to unpack`);l=e=>{for(let r=0;r<t.value.length;++r){if(t.value[r].type!==`Identifier`)throw Error(`Cannot unpack non-identifier type: ${t.value[r].type}`);e.setVariable(t.value[r].value,n.value[r])}}}else throw Error(`Invalid loop variable(s): ${e.loopvar.type}`);r&&(l(s),!this.evaluate(r,s).__bool__().value)||(a.push(c),o.push(l))}let s=``,c=!0;for(let t=0;t<a.length;++t){let r=/* @__PURE__ */ new Map([[`index`,new F(t+1)],[`index0`,new F(t)],[`revindex`,new F(a.length-t)],[`revindex0`,new F(a.length-t-1)],[`first`,new R(t===0)],[`last`,new R(t===a.length-1)],[`length`,new F(a.length)],[`previtem`,t>0?a[t-1]:new W],[`nextitem`,t<a.length-1?a[t+1]:new W]]);n.setVariable(`loop`,new B(r)),o[t](n);try{let t=this.evaluateBlock(e.body,n);s+=t.value}catch(e){if(e instanceof vi)continue;if(e instanceof _i)break;throw e}c=!1}if(c){let t=this.evaluateBlock(e.defaultBlock,n);s+=t.value}return new L(s)}bindMacroArguments(e,t,n,r,i){let a=r.slice(),o=/* @__PURE__ */ new Map;a.at(-1)instanceof Si&&(o=new Map(a.pop().value));let s=[];for(let e=0;e<t.length;++e){let{name:n,defaultValue:r}=Pi(t[e]),c=a[e];c===void 0&&o.has(n)&&(c=o.get(n),o.delete(n)),c===void 0&&r!==void 0&&s.push([n,r]),i.setVariable(n,c??new W)}if(n.has(`kwargs`))i.setVariable(`kwargs`,new B(o));else if(o.size>0)throw Error(`macro ${e} takes no keyword argument '${o.keys().next().value}'`);if(n.has(`varargs`))i.setVariable(`varargs`,new V(a.slice(t.length)));else if(a.length>t.length)throw Error(`macro ${e} takes not more than ${t.length} argument(s)`);for(let[e,t]of s)i.setVariable(e,this.evaluate(t,i))}evaluateMacro(e,t){let n=Ii(e.args,e.body);return t.setVariable(e.name.value,new H((t,r)=>{let i=new Di(r);return this.bindMacroArguments(`'${e.name.value}'`,e.args,n,t,i),this.evaluateBlock(e.body,i)})),new U}evaluateCallStatement(e,t){let n=e.callerArgs??[],r=Ii(n,e.body),i=new H(i=>{let a=new Di(t);return this.bindMacroArguments(`None`,n,r,i,a),this.evaluateBlock(e.body,a)}),[a,o]=this.evaluateArguments(e.call.args,t);a.push(new Si(o));let s=this.evaluate(e.call.callee,t);if(s.type!==`FunctionValue`)throw Error(`Cannot call something that is not a function: got ${s.type}`);let c=new Di(t);return c.setVariable(`caller`,i),s.value(a,c)}evaluateFilterStatement(e,t){let n=this.evaluateBlock(e.body,t);return this.applyFilter(n,e.filter,t)}evaluate(e,t){if(!e)return new W;switch(e.type){case`Program`:return this.evalProgram(e,t);case`Set`:return this.evaluateSet(e,t);case`If`:return this.evaluateIf(e,t);case`For`:return this.evaluateFor(e,t);case`Macro`:return this.evaluateMacro(e,t);case`CallStatement`:return this.evaluateCallStatement(e,t);case`Break`:throw new _i;case`Continue`:throw new vi;case`IntegerLiteral`:return new F(e.value);case`FloatLiteral`:return new I(e.value);case`StringLiteral`:return new L(e.value);case`ArrayLiteral`:return new V(e.value.map(e=>this.evaluate(e,t)));case`TupleLiteral`:return new wi(e.value.map(e=>this.evaluate(e,t)));case`ObjectLiteral`:{let n=/* @__PURE__ */ new Map;for(let[r,i]of e.value){let e=this.evaluate(r,t);if(!(e instanceof L))throw Error(`Object keys must be strings: got ${e.type}`);n.set(e.value,this.evaluate(i,t))}return new B(n)}case`Identifier`:return this.evaluateIdentifier(e,t);case`CallExpression`:return this.evaluateCallExpression(e,t);case`MemberExpression`:return this.evaluateMemberExpression(e,t);case`UnaryExpression`:return this.evaluateUnaryExpression(e,t);case`BinaryExpression`:return this.evaluateBinaryExpression(e,t);case`FilterExpression`:return this.evaluateFilterExpression(e,t);case`FilterStatement`:return this.evaluateFilterStatement(e,t);case`TestExpression`:return this.evaluateTestExpression(e,t);case`SelectExpression`:return this.evaluateSelectExpression(e,t);case`Ternary`:return this.evaluateTernaryExpression(e,t);case`Comment`:return new U;default:throw SyntaxError(`Unknown node type: ${e.type}`)}}};function Ri(e){switch(typeof e){case`number`:return Number.isInteger(e)?new F(e):new I(e);case`string`:return new L(e);case`boolean`:return new R(e);case`undefined`:return new W;case`object`:return e===null?new U:Array.isArray(e)?new V(e.map(Ri)):new B(new Map(Object.entries(e).map(([e,t])=>[e,Ri(t)])));case`function`:return new H((t,n)=>Ri(e(...t.map(e=>e.value))??null));default:throw Error(`Cannot convert to runtime value: ${e}`)}}var G=`
`,zi=`{%- `,Bi=` -%}`,K=Object.freeze({CONDITIONAL:0,LOGICAL_OR:1,LOGICAL_AND:2,LOGICAL_NOT:3,COMPARISON:4,ADDITIVE:5,MULTIPLICATIVE:6,EXPONENTIATION:7,TEST:8,FILTER:9,UNARY_SIGN:10,ATOM:11});function Vi(e){switch(e.operator.type){case`ExponentiationBinaryOperator`:return K.EXPONENTIATION;case`MultiplicativeBinaryOperator`:return K.MULTIPLICATIVE;case`AdditiveBinaryOperator`:return K.ADDITIVE;case`ComparisonBinaryOperator`:return K.COMPARISON;case`Identifier`:return e.operator.value===`and`?K.LOGICAL_AND:e.operator.value===`in`||e.operator.value===`not in`?K.COMPARISON:K.LOGICAL_OR}return K.LOGICAL_OR}function Hi(e){switch(e.type){case`SelectExpression`:case`Ternary`:return K.CONDITIONAL;case`BinaryExpression`:return Vi(e);case`UnaryExpression`:return e.operator.value===`not`?K.LOGICAL_NOT:K.UNARY_SIGN;case`TestExpression`:return K.TEST;case`FilterExpression`:return K.FILTER;default:return K.ATOM}}function q(e,t){let n=X(e);return Hi(e)<t?`(${n})`:n}function Ui(e,t=`	`){let n=typeof t==`number`?` `.repeat(t):t;return Y(e.body,0,n).replace(/\n$/,``)}function J(...e){return zi+e.join(` `)+Bi}function Y(e,t,n){return e.map(e=>Gi(e,t,n)).join(G)}function Wi(e){return e.map(e=>X(e)).join(`, `)}function Gi(e,t,n){let r=n.repeat(t);switch(e.type){case`Program`:return Y(e.body,t,n);case`If`:return Ki(e,t,n);case`For`:return qi(e,t,n);case`Set`:return Ji(e,t,n);case`Macro`:return Yi(e,t,n);case`Break`:return r+J(`break`);case`Continue`:return r+J(`continue`);case`CallStatement`:return Xi(e,t,n);case`FilterStatement`:return Zi(e,t,n);case`Comment`:return r+`{# `+e.value+` #}`;default:return r+`{{- `+X(e)+` -}}`}}function Ki(e,t,n){let r=n.repeat(t),i=[],a=e;for(;a&&(i.push({test:a.test,body:a.body}),a.alternate.length===1&&a.alternate[0].type===`If`);)a=a.alternate[0];let o=r+J(`if`,X(i[0].test))+G+Y(i[0].body,t+1,n);for(let e=1;e<i.length;++e)o+=G+r+J(`elif`,X(i[e].test))+G+Y(i[e].body,t+1,n);return a&&a.alternate.length>0&&(o+=G+r+J(`else`)+G+Y(a.alternate,t+1,n)),o+=G+r+J(`endif`),o}function qi(e,t,n){let r=n.repeat(t),i=``;if(e.iterable.type===`SelectExpression`){let t=e.iterable;i=`${X(t.lhs)} if ${X(t.test)}`}else i=X(e.iterable);let a=r+J(`for`,X(e.loopvar),`in`,i)+G+Y(e.body,t+1,n);return e.defaultBlock.length>0&&(a+=G+r+J(`else`)+G+Y(e.defaultBlock,t+1,n)),a+=G+r+J(`endfor`),a}function Ji(e,t,n){let r=n.repeat(t),i=X(e.assignee),a=e.value?X(e.value):``,o=r+J(`set`,`${i}${e.value?` = `+a:``}`);return e.body.length===0?o:o+G+Y(e.body,t+1,n)+G+r+J(`endset`)}function Yi(e,t,n){let r=n.repeat(t),i=Wi(e.args);return r+J(`macro`,`${e.name.value}(${i})`)+G+Y(e.body,t+1,n)+G+r+J(`endmacro`)}function Xi(e,t,n){let r=n.repeat(t),i=e.callerArgs&&e.callerArgs.length>0?`(${Wi(e.callerArgs)})`:``,a=X(e.call),o=r+J(`call${i}`,a)+G;return o+=Y(e.body,t+1,n)+G,o+=r+J(`endcall`),o}function Zi(e,t,n){let r=n.repeat(t),i=r+J(`filter`,e.filter.type===`Identifier`?e.filter.value:X(e.filter))+G;return i+=Y(e.body,t+1,n)+G,i+=r+J(`endfilter`),i}function X(e){switch(e.type){case`SpreadExpression`:return`*${X(e.argument)}`;case`KeywordSpreadExpression`:return`**${X(e.argument)}`;case`Identifier`:return e.value;case`IntegerLiteral`:return`${e.value}`;case`FloatLiteral`:{let t=e.value;return Object.is(t,-0)?`-0.0`:t%1==0?t.toFixed(1):t.toString()}case`StringLiteral`:return JSON.stringify(e.value);case`BinaryExpression`:{let t=e,n=Vi(t),r=q(t.left,n),i=q(t.right,n+1);return`${r} ${t.operator.value} ${i}`}case`UnaryExpression`:{let t=e,n=t.argument.type===`UnaryExpression`?Hi(t):K.ATOM;return t.operator.value+(t.operator.value===`not`?` `:``)+q(t.argument,n)}case`CallExpression`:{let t=e,n=Wi(t.args);return`${X(t.callee)}(${n})`}case`MemberExpression`:{let t=e,n=q(t.object,K.ATOM),r=X(t.property);return!t.computed&&t.property.type!==`Identifier`&&t.property.type!==`IntegerLiteral`&&(r=`(${r})`),t.computed?`${n}[${r}]`:`${n}.${r}`}case`FilterExpression`:{let t=e,n=q(t.operand,K.FILTER);return t.filter.type===`CallExpression`?`${n} | ${X(t.filter)}`:`${n} | ${t.filter.value}`}case`SelectExpression`:{let t=e;return`${q(t.lhs,K.LOGICAL_OR)} if ${q(t.test,K.LOGICAL_OR)}`}case`TestExpression`:{let t=e;return`${q(t.operand,K.TEST)} is${t.negate?` not`:``} ${t.test.value}`}case`ArrayLiteral`:case`TupleLiteral`:{let t=Wi(e.value),n=e.type===`ArrayLiteral`?`[]`:`()`;return`${n[0]}${t}${n[1]}`}case`ObjectLiteral`:return`{${Array.from(e.value.entries()).map(([e,t])=>`${X(e)}: ${X(t)}`).join(`, `)}}`;case`SliceExpression`:{let t=e;return`${t.start?X(t.start):``}:${t.stop?X(t.stop):``}${t.step?`:${X(t.step)}`:``}`}case`KeywordArgumentExpression`:{let t=e;return`${t.key.value}=${X(t.value)}`}case`Ternary`:{let t=e;return`${q(t.trueExpr,K.LOGICAL_OR)} if ${q(t.condition,K.LOGICAL_OR)} else ${q(t.falseExpr,K.CONDITIONAL)}`}default:throw Error(`Unknown expression type: ${e.type}`)}}var Qi=class{parsed;constructor(e){let t=Nr(e,{lstrip_blocks:!0,trim_blocks:!0});this.parsed=li(t)}render(e){let t=new Di;if(Oi(t),e)for(let[n,r]of Object.entries(e))t.set(n,r);return new Li(t).run(this.parsed).value}format(e){return Ui(this.parsed,e?.indent||`	`)}};const $i={"adapter-transformers":[`question-answering`,`text-classification`,`token-classification`],allennlp:[`question-answering`],asteroid:[`audio-to-audio`],bertopic:[`text-classification`],diffusers:[`image-to-image`,`text-to-image`],doctr:[`object-detection`],espnet:[`text-to-speech`,`automatic-speech-recognition`],fairseq:[`text-to-speech`,`audio-to-audio`],fastai:[`image-classification`],fasttext:[`feature-extraction`,`text-classification`],flair:[`token-classification`],k2:[`automatic-speech-recognition`],keras:[`image-classification`],nemo:[`automatic-speech-recognition`],open_clip:[`zero-shot-classification`,`zero-shot-image-classification`],paddlenlp:[`fill-mask`,`summarization`,`zero-shot-classification`],peft:[`text-generation`],"pyannote-audio":[`automatic-speech-recognition`],"sentence-transformers":[`feature-extraction`,`sentence-similarity`],setfit:[`text-classification`],sklearn:[`tabular-classification`,`tabular-regression`,`text-classification`],spacy:[`token-classification`,`text-classification`,`sentence-similarity`],"span-marker":[`token-classification`],speechbrain:[`audio-classification`,`audio-to-audio`,`automatic-speech-recognition`,`text-to-speech`],stanza:[`token-classification`],timm:[`image-classification`,`image-feature-extraction`],transformers:/* @__PURE__ */ `audio-classification.automatic-speech-recognition.depth-estimation.document-question-answering.feature-extraction.fill-mask.image-classification.image-feature-extraction.image-segmentation.image-to-image.image-to-text.image-text-to-text.mask-generation.object-detection.question-answering.summarization.table-question-answering.text-classification.text-generation.text-to-audio.text-to-speech.token-classification.translation.video-classification.visual-question-answering.zero-shot-classification.zero-shot-image-classification.zero-shot-object-detection`.split(`.`),mindspore:[`image-classification`]},ea=[`image-to-text`,`summarization`,`translation`],ta={"text-classification":{name:`Text Classification`,subtasks:[{type:`acceptability-classification`,name:`Acceptability Classification`},{type:`entity-linking-classification`,name:`Entity Linking Classification`},{type:`fact-checking`,name:`Fact Checking`},{type:`intent-classification`,name:`Intent Classification`},{type:`language-identification`,name:`Language Identification`},{type:`multi-class-classification`,name:`Multi Class Classification`},{type:`multi-label-classification`,name:`Multi Label Classification`},{type:`multi-input-text-classification`,name:`Multi-input Text Classification`},{type:`natural-language-inference`,name:`Natural Language Inference`},{type:`semantic-similarity-classification`,name:`Semantic Similarity Classification`},{type:`sentiment-classification`,name:`Sentiment Classification`},{type:`topic-classification`,name:`Topic Classification`},{type:`semantic-similarity-scoring`,name:`Semantic Similarity Scoring`},{type:`sentiment-scoring`,name:`Sentiment Scoring`},{type:`sentiment-analysis`,name:`Sentiment Analysis`},{type:`hate-speech-detection`,name:`Hate Speech Detection`},{type:`text-scoring`,name:`Text Scoring`}],modality:`nlp`},"token-classification":{name:`Token Classification`,subtasks:[{type:`named-entity-recognition`,name:`Named Entity Recognition`},{type:`part-of-speech`,name:`Part of Speech`},{type:`parsing`,name:`Parsing`},{type:`lemmatization`,name:`Lemmatization`},{type:`word-sense-disambiguation`,name:`Word Sense Disambiguation`},{type:`coreference-resolution`,name:`Coreference-resolution`}],modality:`nlp`},"table-question-answering":{name:`Table Question Answering`,modality:`nlp`},"question-answering":{name:`Question Answering`,subtasks:[{type:`extractive-qa`,name:`Extractive QA`},{type:`open-domain-qa`,name:`Open Domain QA`},{type:`closed-domain-qa`,name:`Closed Domain QA`}],modality:`nlp`},"zero-shot-classification":{name:`Zero-Shot Classification`,modality:`nlp`},translation:{name:`Translation`,modality:`nlp`},summarization:{name:`Summarization`,subtasks:[{type:`news-articles-summarization`,name:`News Articles Summarization`},{type:`news-articles-headline-generation`,name:`News Articles Headline Generation`}],modality:`nlp`},"feature-extraction":{name:`Feature Extraction`,modality:`nlp`},"text-generation":{name:`Text Generation`,subtasks:[{type:`dialogue-modeling`,name:`Dialogue Modeling`},{type:`dialogue-generation`,name:`Dialogue Generation`},{type:`conversational`,name:`Conversational`},{type:`language-modeling`,name:`Language Modeling`},{type:`text-simplification`,name:`Text simplification`},{type:`explanation-generation`,name:`Explanation Generation`},{type:`abstractive-qa`,name:`Abstractive QA`},{type:`open-domain-abstractive-qa`,name:`Open Domain Abstractive QA`},{type:`closed-domain-qa`,name:`Closed Domain QA`},{type:`open-book-qa`,name:`Open Book QA`},{type:`closed-book-qa`,name:`Closed Book QA`},{type:`text2text-generation`,name:`Text2Text Generation`}],modality:`nlp`},"fill-mask":{name:`Fill-Mask`,subtasks:[{type:`slot-filling`,name:`Slot Filling`},{type:`masked-language-modeling`,name:`Masked Language Modeling`}],modality:`nlp`},"sentence-similarity":{name:`Sentence Similarity`,modality:`nlp`},"text-to-speech":{name:`Text-to-Speech`,modality:`audio`},"text-to-audio":{name:`Text-to-Audio`,modality:`audio`},"automatic-speech-recognition":{name:`Automatic Speech Recognition`,modality:`audio`},"audio-to-audio":{name:`Audio-to-Audio`,modality:`audio`},"audio-classification":{name:`Audio Classification`,subtasks:[{type:`keyword-spotting`,name:`Keyword Spotting`},{type:`speaker-identification`,name:`Speaker Identification`},{type:`audio-intent-classification`,name:`Audio Intent Classification`},{type:`audio-emotion-recognition`,name:`Audio Emotion Recognition`},{type:`audio-language-identification`,name:`Audio Language Identification`}],modality:`audio`},"audio-text-to-text":{name:`Audio-Text-to-Text`,modality:`multimodal`,hideInDatasets:!0},"voice-activity-detection":{name:`Voice Activity Detection`,modality:`audio`},"depth-estimation":{name:`Depth Estimation`,modality:`cv`},"image-classification":{name:`Image Classification`,subtasks:[{type:`multi-label-image-classification`,name:`Multi Label Image Classification`},{type:`multi-class-image-classification`,name:`Multi Class Image Classification`}],modality:`cv`},"object-detection":{name:`Object Detection`,subtasks:[{type:`face-detection`,name:`Face Detection`},{type:`vehicle-detection`,name:`Vehicle Detection`}],modality:`cv`},"image-segmentation":{name:`Image Segmentation`,subtasks:[{type:`instance-segmentation`,name:`Instance Segmentation`},{type:`semantic-segmentation`,name:`Semantic Segmentation`},{type:`panoptic-segmentation`,name:`Panoptic Segmentation`}],modality:`cv`},"text-to-image":{name:`Text-to-Image`,modality:`cv`},"image-to-text":{name:`Image-to-Text`,subtasks:[{type:`image-captioning`,name:`Image Captioning`}],modality:`cv`},"image-to-image":{name:`Image-to-Image`,subtasks:[{type:`image-inpainting`,name:`Image Inpainting`},{type:`image-colorization`,name:`Image Colorization`},{type:`super-resolution`,name:`Super Resolution`}],modality:`cv`},"image-to-video":{name:`Image-to-Video`,modality:`cv`},"unconditional-image-generation":{name:`Unconditional Image Generation`,modality:`cv`},"video-classification":{name:`Video Classification`,modality:`cv`},"reinforcement-learning":{name:`Reinforcement Learning`,modality:`rl`},robotics:{name:`Robotics`,modality:`rl`,subtasks:[{type:`grasping`,name:`Grasping`},{type:`task-planning`,name:`Task Planning`}]},"tabular-classification":{name:`Tabular Classification`,modality:`tabular`,subtasks:[{type:`tabular-multi-class-classification`,name:`Tabular Multi Class Classification`},{type:`tabular-multi-label-classification`,name:`Tabular Multi Label Classification`}]},"tabular-regression":{name:`Tabular Regression`,modality:`tabular`,subtasks:[{type:`tabular-single-column-regression`,name:`Tabular Single Column Regression`}]},"tabular-to-text":{name:`Tabular to Text`,modality:`tabular`,subtasks:[{type:`rdf-to-text`,name:`RDF to text`}],hideInModels:!0},"table-to-text":{name:`Table to Text`,modality:`nlp`,hideInModels:!0},"multiple-choice":{name:`Multiple Choice`,subtasks:[{type:`multiple-choice-qa`,name:`Multiple Choice QA`},{type:`multiple-choice-coreference-resolution`,name:`Multiple Choice Coreference Resolution`}],modality:`nlp`,hideInModels:!0},"text-ranking":{name:`Text Ranking`,modality:`nlp`},"text-retrieval":{name:`Text Retrieval`,subtasks:[{type:`document-retrieval`,name:`Document Retrieval`},{type:`utterance-retrieval`,name:`Utterance Retrieval`},{type:`entity-linking-retrieval`,name:`Entity Linking Retrieval`},{type:`fact-checking-retrieval`,name:`Fact Checking Retrieval`}],modality:`nlp`,hideInModels:!0},"time-series-forecasting":{name:`Time Series Forecasting`,modality:`tabular`,subtasks:[{type:`univariate-time-series-forecasting`,name:`Univariate Time Series Forecasting`},{type:`multivariate-time-series-forecasting`,name:`Multivariate Time Series Forecasting`}]},"text-to-video":{name:`Text-to-Video`,modality:`cv`},"image-text-to-text":{name:`Image-Text-to-Text`,modality:`multimodal`},"image-text-to-image":{name:`Image-Text-to-Image`,modality:`multimodal`},"image-text-to-video":{name:`Image-Text-to-Video`,modality:`multimodal`},"visual-question-answering":{name:`Visual Question Answering`,subtasks:[{type:`visual-question-answering`,name:`Visual Question Answering`}],modality:`multimodal`},"document-question-answering":{name:`Document Question Answering`,subtasks:[{type:`document-question-answering`,name:`Document Question Answering`}],modality:`multimodal`,hideInDatasets:!0},"zero-shot-image-classification":{name:`Zero-Shot Image Classification`,modality:`cv`},"graph-ml":{name:`Graph Machine Learning`,modality:`other`},"mask-generation":{name:`Mask Generation`,modality:`cv`},"zero-shot-object-detection":{name:`Zero-Shot Object Detection`,modality:`cv`},"text-to-3d":{name:`Text-to-3D`,modality:`cv`},"image-to-3d":{name:`Image-to-3D`,modality:`cv`},"image-feature-extraction":{name:`Image Feature Extraction`,modality:`cv`},"video-text-to-text":{name:`Video-Text-to-Text`,modality:`multimodal`,hideInDatasets:!1},"keypoint-detection":{name:`Keypoint Detection`,subtasks:[{type:`pose-estimation`,name:`Pose Estimation`}],modality:`cv`,hideInDatasets:!0},"visual-document-retrieval":{name:`Visual Document Retrieval`,modality:`multimodal`},"any-to-any":{name:`Any-to-Any`,modality:`multimodal`},"video-to-video":{name:`Video-to-Video`,modality:`cv`,hideInDatasets:!0},other:{name:`Other`,modality:`other`,hideInModels:!0,hideInDatasets:!0}},na=Object.keys(ta);Object.values(ta).flatMap(e=>`subtasks`in e?e.subtasks:[]).map(e=>e.type),new Set(na);const ra={datasets:[{description:`A dataset with multiple modality input and output pairs.`,id:`PKU-Alignment/align-anything`}],demo:{inputs:[{filename:`any-to-any-input.jpg`,type:`img`},{label:`Text Prompt`,content:`What is the significance of this place?`,type:`text`}],outputs:[{label:`Generated Text`,content:`The place in the picture is Osaka Castle, located in Osaka, Japan. Osaka Castle is a historic castle that was originally built in the 16th century by Toyotomi Hideyoshi, a powerful warlord of the time. It is one of the most famous landmarks in Osaka and is known for its distinctive white walls and black roof tiles. The castle has been rebuilt several times over the centuries and is now a popular tourist attraction, offering visitors a glimpse into Japan's rich history and culture.`,type:`text`},{filename:`any-to-any-output.wav`,type:`audio`}]},metrics:[],models:[{description:`Strong model that can take in video, audio, image, text and output text and natural speech.`,id:`Qwen/Qwen2.5-Omni-7B`},{description:`Robust model that can take in image and text and generate image and text.`,id:`OmniGen2/OmniGen2`},{description:`Any-to-any model with speech, video, audio, image and text understanding capabilities.`,id:`openbmb/MiniCPM-o-2_6`},{description:`A model that can understand image and text and generate image and text.`,id:`ByteDance-Seed/BAGEL-7B-MoT`}],spaces:[{description:`An application to chat with an any-to-any (image & text) model.`,id:`OmniGen2/OmniGen2`}],summary:`Any-to-any models can understand two or more modalities and output two or more modalities.`,widgetModels:[],youtubeId:``},ia={datasets:[{description:`A benchmark of 10 different audio tasks.`,id:`s3prl/superb`},{description:`A dataset of YouTube clips and their sound categories.`,id:`agkphysics/AudioSet`}],demo:{inputs:[{filename:`audio.wav`,type:`audio`}],outputs:[{data:[{label:`Up`,score:.2},{label:`Down`,score:.8}],type:`chart`}]},metrics:[{description:``,id:`accuracy`},{description:``,id:`recall`},{description:``,id:`precision`},{description:``,id:`f1`}],models:[{description:`An easy-to-use model for command recognition.`,id:`speechbrain/google_speech_command_xvector`},{description:`An emotion recognition model.`,id:`ehcalabres/wav2vec2-lg-xlsr-en-speech-emotion-recognition`},{description:`A language identification model.`,id:`facebook/mms-lid-126`}],spaces:[{description:`An application that can classify music into different genre.`,id:`kurianbenoy/audioclassification`}],summary:`Audio classification is the task of assigning a label or class to a given audio. It can be used for recognizing which command a user is giving or the emotion of a statement, as well as identifying a speaker.`,widgetModels:[`MIT/ast-finetuned-audioset-10-10-0.4593`],youtubeId:`KWwzcmG98Ds`},aa={datasets:[{description:`A dataset containing audio conversations with question–answer pairs.`,id:`nvidia/AF-Think`},{description:`A more advanced and comprehensive dataset that contains characteristics of the audio as well`,id:`tsinghua-ee/QualiSpeech`}],demo:{inputs:[{filename:`audio.wav`,type:`audio`},{label:`Text Prompt`,content:`What is the gender of the speaker?`,type:`text`}],outputs:[{label:`Generated Text`,content:`The gender of the speaker is female.`,type:`text`}]},metrics:[],models:[{description:`A lightweight model that has capabilities of taking both audio and text as inputs and generating responses.`,id:`fixie-ai/ultravox-v0_5-llama-3_2-1b`},{description:`A multimodal model that supports voice chat and audio analysis.`,id:`Qwen/Qwen2-Audio-7B-Instruct`},{description:`A model for audio understanding, speech translation, and transcription.`,id:`mistralai/Voxtral-Small-24B-2507`},{description:`A new model capable of audio question answering and reasoning.`,id:`nvidia/audio-flamingo-3`}],spaces:[{description:`A space that takes input as both audio and text and generates answers.`,id:`iamomtiwari/ATTT`},{description:`A web application that demonstrates chatting with the Qwen2Audio Model.`,id:`freddyaboulton/talk-to-qwen-webrtc`}],summary:`Audio-text-to-text models take both an audio clip and a text prompt as input, and generate natural language text as output. These models can answer questions about spoken content, summarize meetings, analyze music, or interpret speech beyond simple transcription. They are useful for applications that combine speech understanding with reasoning or conversation.`,widgetModels:[],youtubeId:``},oa={datasets:[{description:`512-element X-vector embeddings of speakers from CMU ARCTIC dataset.`,id:`Matthijs/cmu-arctic-xvectors`}],demo:{inputs:[{filename:`input.wav`,type:`audio`}],outputs:[{filename:`label-0.wav`,type:`audio`},{filename:`label-1.wav`,type:`audio`}]},metrics:[{description:`The Signal-to-Noise ratio is the relationship between the target signal level and the background noise level. It is calculated as the logarithm of the target signal divided by the background noise, in decibels.`,id:`snri`},{description:`The Signal-to-Distortion ratio is the relationship between the target signal and the sum of noise, interference, and artifact errors`,id:`sdri`}],models:[{description:`A speech enhancement model.`,id:`ResembleAI/resemble-enhance`},{description:`A model that can change the voice in a speech recording.`,id:`microsoft/speecht5_vc`}],spaces:[{description:`An application for speech separation.`,id:`younver/speechbrain-speech-separation`},{description:`An application for audio style transfer.`,id:`nakas/audio-diffusion_style_transfer`}],summary:`Audio-to-Audio is a family of tasks in which the input is an audio and the output is one or multiple generated audios. Some example tasks are speech enhancement and source separation.`,widgetModels:[`speechbrain/sepformer-wham`],youtubeId:`iohj7nCCYoM`},sa={datasets:[{description:`31,175 hours of multilingual audio-text dataset in 108 languages.`,id:`mozilla-foundation/common_voice_17_0`},{description:`Multilingual and diverse audio dataset with 101k hours of audio.`,id:`amphion/Emilia-Dataset`},{description:`A dataset with 44.6k hours of English speaker data and 6k hours of other language speakers.`,id:`parler-tts/mls_eng`},{description:`A multilingual audio dataset with 370K hours of audio.`,id:`espnet/yodas`}],demo:{inputs:[{filename:`input.flac`,type:`audio`}],outputs:[{label:`Transcript`,content:`Going along slushy country roads and speaking to damp audiences in...`,type:`text`}]},metrics:[{description:``,id:`wer`},{description:``,id:`cer`}],models:[{description:`A powerful ASR model by OpenAI.`,id:`openai/whisper-large-v3`},{description:`A good generic speech model by MetaAI for fine-tuning.`,id:`facebook/w2v-bert-2.0`},{description:`An end-to-end model that performs ASR and Speech Translation by MetaAI.`,id:`facebook/seamless-m4t-v2-large`},{description:`A powerful multilingual ASR and Speech Translation model by Nvidia.`,id:`nvidia/canary-1b`},{description:`Powerful speaker diarization model.`,id:`pyannote/speaker-diarization-3.1`}],spaces:[{description:`A powerful general-purpose speech recognition application.`,id:`hf-audio/whisper-large-v3`},{description:`Latest ASR model from Useful Sensors.`,id:`mrfakename/Moonshinex`},{description:`A high quality speech and text translation model by Meta.`,id:`facebook/seamless_m4t`},{description:`A powerful multilingual ASR and Speech Translation model by Nvidia`,id:`nvidia/canary-1b`}],summary:`Automatic Speech Recognition (ASR), also known as Speech to Text (STT), is the task of transcribing a given audio to text. It has many applications, such as voice user interfaces.`,widgetModels:[`openai/whisper-large-v3`],youtubeId:`TksaY_FDgnk`},ca={datasets:[{description:`Largest document understanding dataset.`,id:`HuggingFaceM4/Docmatix`},{description:`Dataset from the 2020 DocVQA challenge. The documents are taken from the UCSF Industry Documents Library.`,id:`eliolio/docvqa`}],demo:{inputs:[{label:`Question`,content:`What is the idea behind the consumer relations efficiency team?`,type:`text`},{filename:`document-question-answering-input.png`,type:`img`}],outputs:[{label:`Answer`,content:`Balance cost efficiency with quality customer service`,type:`text`}]},metrics:[{description:`The evaluation metric for the DocVQA challenge is the Average Normalized Levenshtein Similarity (ANLS). This metric is flexible to character regognition errors and compares the predicted answer with the ground truth answer.`,id:`anls`},{description:`Exact Match is a metric based on the strict character match of the predicted answer and the right answer. For answers predicted correctly, the Exact Match will be 1. Even if only one character is different, Exact Match will be 0`,id:`exact-match`}],models:[{description:`A robust document question answering model.`,id:`impira/layoutlm-document-qa`},{description:`A document question answering model specialized in invoices.`,id:`impira/layoutlm-invoices`},{description:`A special model for OCR-free document question answering.`,id:`microsoft/udop-large`},{description:`A powerful model for document question answering.`,id:`google/pix2struct-docvqa-large`}],spaces:[{description:`A robust document question answering application.`,id:`impira/docquery`},{description:`An application that can answer questions from invoices.`,id:`impira/invoices`},{description:`An application to compare different document question answering models.`,id:`merve/compare_docvqa_models`}],summary:`Document Question Answering (also known as Document Visual Question Answering) is the task of answering questions on document images. Document question answering models take a (document, question) pair as input and return an answer in natural language. Models usually rely on multi-modal features, combining text, position of words (bounding-boxes) and image.`,widgetModels:[`impira/layoutlm-invoices`],youtubeId:``},la={datasets:[{description:"Wikipedia dataset containing cleaned articles of all languages. Can be used to train `feature-extraction` models.",id:`wikipedia`}],demo:{inputs:[{label:`Input`,content:`India, officially the Republic of India, is a country in South Asia.`,type:`text`}],outputs:[{table:[[`Dimension 1`,`Dimension 2`,`Dimension 3`],[`2.583383083343506`,`2.757075071334839`,`0.9023529887199402`],[`8.29393482208252`,`1.1071064472198486`,`2.03399395942688`],[`-0.7754912972450256`,`-1.647324562072754`,`-0.6113331913948059`],[`0.07087723910808563`,`1.5942802429199219`,`1.4610432386398315`]],type:`tabular`}]},metrics:[],models:[{description:`A powerful feature extraction model for natural language processing tasks.`,id:`thenlper/gte-large`},{description:`A strong feature extraction model for retrieval.`,id:`Alibaba-NLP/gte-Qwen1.5-7B-instruct`}],spaces:[{description:`A leaderboard to rank text feature extraction models based on a benchmark.`,id:`mteb/leaderboard`},{description:`A leaderboard to rank best feature extraction models based on human feedback.`,id:`mteb/arena`}],summary:`Feature extraction is the task of extracting features learnt in a model.`,widgetModels:[`facebook/bart-base`]},ua={datasets:[{description:`A common dataset that is used to train models for many languages.`,id:`wikipedia`},{description:`A large English dataset with text crawled from the web.`,id:`c4`}],demo:{inputs:[{label:`Input`,content:`The <mask> barked at me`,type:`text`}],outputs:[{type:`chart`,data:[{label:`wolf`,score:.487},{label:`dog`,score:.061},{label:`cat`,score:.058},{label:`fox`,score:.047},{label:`squirrel`,score:.025}]}]},metrics:[{description:`Cross Entropy is a metric that calculates the difference between two probability distributions. Each probability distribution is the distribution of predicted words`,id:`cross_entropy`},{description:`Perplexity is the exponential of the cross-entropy loss. It evaluates the probabilities assigned to the next word by the model. Lower perplexity indicates better performance`,id:`perplexity`}],models:[{description:`State-of-the-art masked language model.`,id:`answerdotai/ModernBERT-large`},{description:`A multilingual model trained on 100 languages.`,id:`FacebookAI/xlm-roberta-base`}],spaces:[],summary:`Masked language modeling is the task of masking some of the words in a sentence and predicting which words should replace those masks. These models are useful when we want to get a statistical understanding of the language in which the model is trained in.`,widgetModels:[`distilroberta-base`],youtubeId:`mqElG5QJWUg`},da={datasets:[{description:`Benchmark dataset used for image classification with images that belong to 100 classes.`,id:`cifar100`},{description:`Dataset consisting of images of garments.`,id:`fashion_mnist`}],demo:{inputs:[{filename:`image-classification-input.jpeg`,type:`img`}],outputs:[{type:`chart`,data:[{label:`Egyptian cat`,score:.514},{label:`Tabby cat`,score:.193},{label:`Tiger cat`,score:.068}]}]},metrics:[{description:``,id:`accuracy`},{description:``,id:`recall`},{description:``,id:`precision`},{description:``,id:`f1`}],models:[{description:`A strong image classification model.`,id:`google/vit-base-patch16-224`},{description:`A robust image classification model.`,id:`facebook/deit-base-distilled-patch16-224`},{description:`A strong image classification model.`,id:`facebook/convnext-large-224`}],spaces:[{description:`A leaderboard to evaluate different image classification models.`,id:`timm/leaderboard`}],summary:`Image classification is the task of assigning a label or class to an entire image. Images are expected to have only one class for each image. Image classification models take an image as input and return a prediction about which class the image belongs to.`,widgetModels:[`google/vit-base-patch16-224`],youtubeId:`tjAIM7BOYhw`},fa={datasets:[{description:`ImageNet-1K is a image classification dataset in which images are used to train image-feature-extraction models.`,id:`imagenet-1k`}],demo:{inputs:[{filename:`mask-generation-input.png`,type:`img`}],outputs:[{table:[[`Dimension 1`,`Dimension 2`,`Dimension 3`],[`0.21236686408519745`,`1.0919708013534546`,`0.8512550592422485`],[`0.809657871723175`,`-0.18544459342956543`,`-0.7851548194885254`],[`1.3103108406066895`,`-0.2479034662246704`,`-0.9107287526130676`],[`1.8536205291748047`,`-0.36419737339019775`,`0.09717650711536407`]],type:`tabular`}]},metrics:[],models:[{description:`A powerful image feature extraction model.`,id:`timm/vit_large_patch14_dinov2.lvd142m`},{description:`A strong image feature extraction model.`,id:`nvidia/MambaVision-T-1K`},{description:`A robust image feature extraction model.`,id:`facebook/dino-vitb16`},{description:`Cutting-edge image feature extraction model.`,id:`apple/aimv2-large-patch14-336-distilled`},{description:`Strong image feature extraction model that can be used on images and documents.`,id:`OpenGVLab/InternViT-6B-448px-V1-2`}],spaces:[{description:`A leaderboard to evaluate different image-feature-extraction models on classification performances`,id:`timm/leaderboard`}],summary:`Image feature extraction is the task of extracting features learnt in a computer vision model.`,widgetModels:[]},pa={datasets:[{description:`Synthetic dataset, for image relighting`,id:`VIDIT`},{description:`Multiple images of celebrities, used for facial expression translation`,id:`huggan/CelebA-faces`},{description:`12M image-caption pairs.`,id:`Spawning/PD12M`}],demo:{inputs:[{filename:`image-to-image-input.jpeg`,type:`img`}],outputs:[{filename:`image-to-image-output.png`,type:`img`}]},isPlaceholder:!1,metrics:[{description:`Peak Signal to Noise Ratio (PSNR) is an approximation of the human perception, considering the ratio of the absolute intensity with respect to the variations. Measured in dB, a high value indicates a high fidelity.`,id:`PSNR`},{description:`Structural Similarity Index (SSIM) is a perceptual metric which compares the luminance, contrast and structure of two images. The values of SSIM range between -1 and 1, and higher values indicate closer resemblance to the original image.`,id:`SSIM`},{description:`Inception Score (IS) is an analysis of the labels predicted by an image classification model when presented with a sample of the generated images.`,id:`IS`}],models:[{description:`An image-to-image model to improve image resolution.`,id:`fal/AuraSR-v2`},{description:`Powerful image editing model.`,id:`black-forest-labs/FLUX.1-Kontext-dev`},{description:`Virtual try-on model.`,id:`yisol/IDM-VTON`},{description:`Image re-lighting model.`,id:`kontext-community/relighting-kontext-dev-lora-v3`},{description:`Strong model for inpainting and outpainting.`,id:`black-forest-labs/FLUX.1-Fill-dev`},{description:`Strong model for image editing using depth maps.`,id:`black-forest-labs/FLUX.1-Depth-dev-lora`}],spaces:[{description:`Image editing application.`,id:`black-forest-labs/FLUX.1-Kontext-Dev`},{description:`Image relighting application.`,id:`lllyasviel/iclight-v2-vary`},{description:`An application for image upscaling.`,id:`jasperai/Flux.1-dev-Controlnet-Upscaler`}],summary:`Image-to-image is the task of transforming an input image through a variety of possible manipulations and enhancements, such as super-resolution, image inpainting, colorization, and more.`,widgetModels:[`Qwen/Qwen-Image`],youtubeId:``},ma={datasets:[{description:`Dataset from 12M image-text of Reddit`,id:`red_caps`},{description:`Dataset from 3.3M images of Google`,id:`datasets/conceptual_captions`}],demo:{inputs:[{filename:`savanna.jpg`,type:`img`}],outputs:[{label:`Detailed description`,content:`a herd of giraffes and zebras grazing in a field`,type:`text`}]},metrics:[],models:[{description:`Strong OCR model.`,id:`allenai/olmOCR-7B-0725`},{description:`Powerful image captioning model.`,id:`fancyfeast/llama-joycaption-beta-one-hf-llava`}],spaces:[{description:`SVG generator app from images.`,id:`multimodalart/OmniSVG-3B`},{description:`An application that converts documents to markdown.`,id:`numind/NuMarkdown-8B-Thinking`},{description:`An application that can caption images.`,id:`fancyfeast/joy-caption-beta-one`}],summary:`Image to text models output a text from a given image. Image captioning or optical character recognition can be considered as the most common applications of image to text.`,widgetModels:[`Salesforce/blip-image-captioning-large`],youtubeId:``},ha={datasets:[{description:`Instructions composed of image and text.`,id:`liuhaotian/LLaVA-Instruct-150K`},{description:`Collection of image-text pairs on scientific topics.`,id:`DAMO-NLP-SG/multimodal_textbook`},{description:`A collection of datasets made for model fine-tuning.`,id:`HuggingFaceM4/the_cauldron`},{description:`Screenshots of websites with their HTML/CSS codes.`,id:`HuggingFaceM4/WebSight`}],demo:{inputs:[{filename:`image-text-to-text-input.png`,type:`img`},{label:`Text Prompt`,content:`Describe the position of the bee in detail.`,type:`text`}],outputs:[{label:`Answer`,content:`The bee is sitting on a pink flower, surrounded by other flowers. The bee is positioned in the center of the flower, with its head and front legs sticking out.`,type:`text`}]},metrics:[],models:[{description:`Small and efficient yet powerful vision language model.`,id:`HuggingFaceTB/SmolVLM-Instruct`},{description:`Cutting-edge reasoning vision language model.`,id:`zai-org/GLM-4.5V`},{description:`Cutting-edge small vision language model to convert documents to text.`,id:`rednote-hilab/dots.ocr`},{description:`Small yet powerful model.`,id:`Qwen/Qwen2.5-VL-3B-Instruct`},{description:`Image-text-to-text model with agentic capabilities.`,id:`microsoft/Magma-8B`}],spaces:[{description:`Leaderboard to evaluate vision language models.`,id:`opencompass/open_vlm_leaderboard`},{description:`An application that compares object detection capabilities of different vision language models.`,id:`sergiopaniego/vlm_object_understanding`},{description:`An application to compare different OCR models.`,id:`prithivMLmods/Multimodal-OCR`}],summary:`Image-text-to-text models take in an image and text prompt and output text. These models are also called vision-language models, or VLMs. The difference from image-to-text models is that these models take an additional text input, not restricting the model to certain use cases like image captioning, and may also be trained to accept a conversation as input.`,widgetModels:[`zai-org/GLM-4.5V`],youtubeId:`IoGaGfU1CIg`},ga={datasets:[],demo:{inputs:[{filename:`image-text-to-image-input.jpeg`,type:`img`},{label:`Input`,content:`A city above clouds, pastel colors, Victorian style`,type:`text`}],outputs:[{filename:`image-text-to-image-output.png`,type:`img`}]},metrics:[{description:`The Fréchet Inception Distance (FID) calculates the distance between distributions between synthetic and real samples. A lower FID score indicates better similarity between the distributions of real and generated images.`,id:`FID`},{description:`CLIP Score measures the similarity between the generated image and the text prompt using CLIP embeddings. A higher score indicates better alignment with the text prompt.`,id:`CLIP`}],models:[{description:`A powerful model for image-text-to-image generation.`,id:`black-forest-labs/FLUX.2-dev`}],spaces:[{description:`An application for image-text-to-image generation.`,id:`black-forest-labs/FLUX.2-dev`}],summary:`Image-text-to-image models take an image and a text prompt as input and generate a new image based on the reference image and text instructions. These models are useful for image editing, style transfer, image variations, and guided image generation tasks.`,widgetModels:[`black-forest-labs/FLUX.2-dev`],youtubeId:void 0},_a={datasets:[],demo:{inputs:[{filename:`image-text-to-video-input.jpg`,type:`img`},{label:`Input`,content:`Darth Vader is surfing on the waves.`,type:`text`}],outputs:[{filename:`image-text-to-video-output.gif`,type:`img`}]},metrics:[{description:`Frechet Video Distance uses a model that captures coherence for changes in frames and the quality of each frame. A smaller score indicates better video generation.`,id:`fvd`},{description:`CLIPSIM measures similarity between video frames and text using an image-text similarity model. A higher score indicates better video generation.`,id:`clipsim`}],models:[{description:`A powerful model for image-text-to-video generation.`,id:`Lightricks/LTX-Video`}],spaces:[{description:`An application for image-text-to-video generation.`,id:`Lightricks/ltx-video-distilled`}],summary:`Image-text-to-video models take an reference image and a text instructions as and generate a video based on them. These models are useful for animating still images, creating dynamic content from static references, and generating videos with specific motion or transformation guidance.`,widgetModels:[`Lightricks/LTX-Video`],youtubeId:void 0},va={datasets:[{description:`Scene segmentation dataset.`,id:`scene_parse_150`}],demo:{inputs:[{filename:`image-segmentation-input.jpeg`,type:`img`}],outputs:[{filename:`image-segmentation-output.png`,type:`img`}]},metrics:[{description:`Average Precision (AP) is the Area Under the PR Curve (AUC-PR). It is calculated for each semantic class separately`,id:`Average Precision`},{description:`Mean Average Precision (mAP) is the overall average of the AP values`,id:`Mean Average Precision`},{description:`Intersection over Union (IoU) is the overlap of segmentation masks. Mean IoU is the average of the IoU of all semantic classes`,id:`Mean Intersection over Union`},{description:`APα is the Average Precision at the IoU threshold of a α value, for example, AP50 and AP75`,id:`APα`}],models:[{description:`Solid panoptic segmentation model trained on COCO.`,id:`tue-mps/coco_panoptic_eomt_large_640`},{description:`Background removal model.`,id:`briaai/RMBG-1.4`},{description:`A multipurpose image segmentation model for high resolution images.`,id:`ZhengPeng7/BiRefNet`},{description:`Powerful human-centric image segmentation model.`,id:`facebook/sapiens-seg-1b`},{description:`Panoptic segmentation model trained on the COCO (common objects) dataset.`,id:`facebook/mask2former-swin-large-coco-panoptic`}],spaces:[{description:`A semantic segmentation application that can predict unseen instances out of the box.`,id:`facebook/ov-seg`},{description:`One of the strongest segmentation applications.`,id:`jbrinkma/segment-anything`},{description:`A human-centric segmentation model.`,id:`facebook/sapiens-pose`},{description:`An instance segmentation application to predict neuronal cell types from microscopy images.`,id:`rashmi/sartorius-cell-instance-segmentation`},{description:`An application that segments videos.`,id:`ArtGAN/Segment-Anything-Video`},{description:`An panoptic segmentation application built for outdoor environments.`,id:`segments/panoptic-segment-anything`}],summary:`Image Segmentation divides an image into segments where each pixel in the image is mapped to an object. This task has multiple variants such as instance segmentation, panoptic segmentation and semantic segmentation.`,widgetModels:[`nvidia/segformer-b0-finetuned-ade-512-512`],youtubeId:`dKE8SIt9C-w`},ya={datasets:[{description:`A benchmark dataset for reference image controlled video generation.`,id:`ali-vilab/VACE-Benchmark`},{description:`A dataset of video generation style preferences.`,id:`Rapidata/sora-video-generation-style-likert-scoring`},{description:`A dataset with videos and captions throughout the videos.`,id:`BestWishYsh/ChronoMagic`}],demo:{inputs:[{filename:`image-to-video-input.jpg`,type:`img`},{label:`Optional Text Prompt`,content:`This penguin is dancing`,type:`text`}],outputs:[{filename:`image-to-video-output.gif`,type:`img`}]},metrics:[{description:`Fréchet Video Distance (FVD) measures the perceptual similarity between the distributions of generated videos and a set of real videos, assessing overall visual quality and temporal coherence of the video generated from an input image.`,id:`fvd`},{description:`CLIP Score measures the semantic similarity between a textual prompt (if provided alongside the input image) and the generated video frames. It evaluates how well the video's generated content and motion align with the textual description, conditioned on the initial image.`,id:`clip_score`},{description:`First Frame Fidelity, often measured using LPIPS (Learned Perceptual Image Patch Similarity), PSNR, or SSIM, quantifies how closely the first frame of the generated video matches the input conditioning image.`,id:`lpips`},{description:`Identity Preservation Score measures the consistency of identity (e.g., a person's face or a specific object's characteristics) between the input image and throughout the generated video frames, often calculated using features from specialized models like face recognition (e.g., ArcFace) or re-identification models.`,id:`identity_preservation`},{description:`Motion Score evaluates the quality, realism, and temporal consistency of motion in the video generated from a static image. This can be based on optical flow analysis (e.g., smoothness, magnitude), consistency of object trajectories, or specific motion plausibility assessments.`,id:`motion_score`}],models:[{description:`LTX-Video, a 13B parameter model for high quality video generation`,id:`Lightricks/LTX-Video-0.9.7-dev`},{description:`A 14B parameter model for reference image controlled video generation`,id:`Wan-AI/Wan2.1-VACE-14B`},{description:`An image-to-video generation model using FramePack F1 methodology with Hunyuan-DiT architecture`,id:`lllyasviel/FramePack_F1_I2V_HY_20250503`},{description:`A distilled version of the LTX-Video-0.9.7-dev model for faster inference`,id:`Lightricks/LTX-Video-0.9.7-distilled`},{description:`An image-to-video generation model by Skywork AI, 14B parameters, producing 720p videos.`,id:`Skywork/SkyReels-V2-I2V-14B-720P`},{description:`Image-to-video variant of Tencent's HunyuanVideo.`,id:`tencent/HunyuanVideo-I2V`},{description:`A 14B parameter model for 720p image-to-video generation by Wan-AI.`,id:`Wan-AI/Wan2.1-I2V-14B-720P`},{description:`A Diffusers version of the Wan2.1-I2V-14B-720P model for 720p image-to-video generation.`,id:`Wan-AI/Wan2.1-I2V-14B-720P-Diffusers`}],spaces:[{description:`An application to generate videos fast.`,id:`Lightricks/ltx-video-distilled`},{description:`Generate videos with the FramePack-F1`,id:`linoyts/FramePack-F1`},{description:`Generate videos with the FramePack`,id:`lisonallen/framepack-i2v`},{description:`Wan2.1 with CausVid LoRA`,id:`multimodalart/wan2-1-fast`},{description:`A demo for Stable Video Diffusion`,id:`multimodalart/stable-video-diffusion`}],summary:`Image-to-video models take a still image as input and generate a video. These models can be guided by text prompts to influence the content and style of the output video.`,widgetModels:[],youtubeId:void 0},ba={datasets:[{description:`Widely used benchmark dataset for multiple Vision tasks.`,id:`merve/coco2017`},{description:`Medical Imaging dataset of the Human Brain for segmentation and mask generating tasks`,id:`rocky93/BraTS_segmentation`}],demo:{inputs:[{filename:`mask-generation-input.png`,type:`img`}],outputs:[{filename:`mask-generation-output.png`,type:`img`}]},metrics:[{description:`IoU is used to measure the overlap between predicted mask and the ground truth mask.`,id:`Intersection over Union (IoU)`}],models:[{description:`Small yet powerful mask generation model.`,id:`Zigeng/SlimSAM-uniform-50`},{description:`Very strong mask generation model.`,id:`facebook/sam2-hiera-large`}],spaces:[{description:`An application that combines a mask generation model with a zero-shot object detection model for text-guided image segmentation.`,id:`merve/OWLSAM2`},{description:`An application that compares the performance of a large and a small mask generation model.`,id:`merve/slimsam`},{description:`An application based on an improved mask generation model.`,id:`SkalskiP/segment-anything-model-2`},{description:`An application to remove objects from videos using mask generation models.`,id:`SkalskiP/SAM_and_ProPainter`}],summary:`Mask generation is the task of generating masks that identify a specific object or region of interest in a given image. Masks are often used in segmentation tasks, where they provide a precise way to isolate the object of interest for further processing or analysis.`,widgetModels:[],youtubeId:``},xa={datasets:[{description:`Widely used benchmark dataset for multiple vision tasks.`,id:`merve/coco2017`},{description:`Multi-task computer vision benchmark.`,id:`merve/pascal-voc`}],demo:{inputs:[{filename:`object-detection-input.jpg`,type:`img`}],outputs:[{filename:`object-detection-output.jpg`,type:`img`}]},metrics:[{description:`The Average Precision (AP) metric is the Area Under the PR Curve (AUC-PR). It is calculated for each class separately`,id:`Average Precision`},{description:`The Mean Average Precision (mAP) metric is the overall average of the AP values`,id:`Mean Average Precision`},{description:`The APα metric is the Average Precision at the IoU threshold of a α value, for example, AP50 and AP75`,id:`APα`}],models:[{description:`Solid object detection model pre-trained on the COCO 2017 dataset.`,id:`facebook/detr-resnet-50`},{description:`Accurate object detection model.`,id:`IDEA-Research/dab-detr-resnet-50`},{description:`Fast and accurate object detection model.`,id:`PekingU/rtdetr_v2_r50vd`},{description:`Object detection model for low-lying objects.`,id:`StephanST/WALDO30`}],spaces:[{description:`Real-time object detection demo.`,id:`Roboflow/RF-DETR`},{description:`An application that contains various object detection models to try from.`,id:`Gradio-Blocks/Object-Detection-With-DETR-and-YOLOS`},{description:`A cutting-edge object detection application.`,id:`sunsmarterjieleaf/yolov12`},{description:`An object tracking, segmentation and inpainting application.`,id:`VIPLab/Track-Anything`},{description:`Very fast object tracking application based on object detection.`,id:`merve/RT-DETR-tracking-coco`}],summary:`Object Detection models allow users to identify objects of certain defined classes. Object detection models receive an image as input and output the images with bounding boxes and labels on detected objects.`,widgetModels:[`facebook/detr-resnet-50`],youtubeId:`WdAeKSOpxhw`},Sa={datasets:[{description:`NYU Depth V2 Dataset: Video dataset containing both RGB and depth sensor data.`,id:`sayakpaul/nyu_depth_v2`},{description:`Monocular depth estimation benchmark based without noise and errors.`,id:`depth-anything/DA-2K`}],demo:{inputs:[{filename:`depth-estimation-input.jpg`,type:`img`}],outputs:[{filename:`depth-estimation-output.png`,type:`img`}]},metrics:[],models:[{description:`Cutting-edge depth estimation model.`,id:`depth-anything/Depth-Anything-V2-Large`},{description:`A strong monocular depth estimation model.`,id:`jingheya/lotus-depth-g-v1-0`},{description:`A depth estimation model that predicts depth in videos.`,id:`tencent/DepthCrafter`},{description:`A robust depth estimation model.`,id:`apple/DepthPro-hf`}],spaces:[{description:`An application that predicts the depth of an image and then reconstruct the 3D model as voxels.`,id:`radames/dpt-depth-estimation-3d-voxels`},{description:`An application for bleeding-edge depth estimation.`,id:`akhaliq/depth-pro`},{description:`An application on cutting-edge depth estimation in videos.`,id:`tencent/DepthCrafter`},{description:`A human-centric depth estimation application.`,id:`facebook/sapiens-depth`}],summary:`Depth estimation is the task of predicting depth of the objects present in an image.`,widgetModels:[``],youtubeId:``},Ca={datasets:[],demo:{inputs:[],outputs:[]},isPlaceholder:!0,metrics:[],models:[],spaces:[],summary:``,widgetModels:[],youtubeId:void 0,canonicalId:void 0},wa={datasets:[{description:`A curation of widely used datasets for Data Driven Deep Reinforcement Learning (D4RL)`,id:`edbeeching/decision_transformer_gym_replay`}],demo:{inputs:[{label:`State`,content:`Red traffic light, pedestrians are about to pass.`,type:`text`}],outputs:[{label:`Action`,content:`Stop the car.`,type:`text`},{label:`Next State`,content:`Yellow light, pedestrians have crossed.`,type:`text`}]},metrics:[{description:`Accumulated reward across all time steps discounted by a factor that ranges between 0 and 1 and determines how much the agent optimizes for future relative to immediate rewards. Measures how good is the policy ultimately found by a given algorithm considering uncertainty over the future.`,id:`Discounted Total Reward`},{description:`Average return obtained after running the policy for a certain number of evaluation episodes. As opposed to total reward, mean reward considers how much reward a given algorithm receives while learning.`,id:`Mean Reward`},{description:`Measures how good a given algorithm is after a predefined time. Some algorithms may be guaranteed to converge to optimal behavior across many time steps. However, an agent that reaches an acceptable level of optimality after a given time horizon may be preferable to one that ultimately reaches optimality but takes a long time.`,id:`Level of Performance After Some Time`}],models:[{description:`A Reinforcement Learning model trained on expert data from the Gym Hopper environment`,id:`edbeeching/decision-transformer-gym-hopper-expert`},{description:`A PPO agent playing seals/CartPole-v0 using the stable-baselines3 library and the RL Zoo.`,id:`HumanCompatibleAI/ppo-seals-CartPole-v0`}],spaces:[{description:`An application for a cute puppy agent learning to catch a stick.`,id:`ThomasSimonini/Huggy`},{description:`An application to play Snowball Fight with a reinforcement learning agent.`,id:`ThomasSimonini/SnowballFight`}],summary:`Reinforcement learning is the computational approach of learning from action by interacting with an environment through trial and error and receiving rewards (negative or positive) as feedback`,widgetModels:[],youtubeId:`q0BiUn5LiBc`},Ta={datasets:[{description:`A famous question answering dataset based on English articles from Wikipedia.`,id:`squad_v2`},{description:`A dataset of aggregated anonymized actual queries issued to the Google search engine.`,id:`natural_questions`}],demo:{inputs:[{label:`Question`,content:`Which name is also used to describe the Amazon rainforest in English?`,type:`text`},{label:`Context`,content:`The Amazon rainforest, also known in English as Amazonia or the Amazon Jungle`,type:`text`}],outputs:[{label:`Answer`,content:`Amazonia`,type:`text`}]},metrics:[{description:`Exact Match is a metric based on the strict character match of the predicted answer and the right answer. For answers predicted correctly, the Exact Match will be 1. Even if only one character is different, Exact Match will be 0`,id:`exact-match`},{description:` The F1-Score metric is useful if we value both false positives and false negatives equally. The F1-Score is calculated on each word in the predicted sequence against the correct answer`,id:`f1`}],models:[{description:`A robust baseline model for most question answering domains.`,id:`deepset/roberta-base-squad2`},{description:`Small yet robust model that can answer questions.`,id:`distilbert/distilbert-base-cased-distilled-squad`},{description:`A special model that can answer questions from tables.`,id:`google/tapas-base-finetuned-wtq`}],spaces:[{description:`An application that can answer a long question from Wikipedia.`,id:`deepset/wikipedia-assistant`}],summary:`Question Answering models can retrieve the answer to a question from a given text, which is useful for searching for an answer in a document. Some question answering models can generate answers without context!`,widgetModels:[`deepset/roberta-base-squad2`],youtubeId:`ajPx5LwJD-I`},Ea={datasets:[{description:`Bing queries with relevant passages from various web sources.`,id:`microsoft/ms_marco`}],demo:{inputs:[{label:`Source sentence`,content:`Machine learning is so easy.`,type:`text`},{label:`Sentences to compare to`,content:`Deep learning is so straightforward.`,type:`text`},{label:``,content:`This is so difficult, like rocket science.`,type:`text`},{label:``,content:`I can't believe how much I struggled with this.`,type:`text`}],outputs:[{type:`chart`,data:[{label:`Deep learning is so straightforward.`,score:.623},{label:`This is so difficult, like rocket science.`,score:.413},{label:`I can't believe how much I struggled with this.`,score:.256}]}]},metrics:[{description:`Reciprocal Rank is a measure used to rank the relevancy of documents given a set of documents. Reciprocal Rank is the reciprocal of the rank of the document retrieved, meaning, if the rank is 3, the Reciprocal Rank is 0.33. If the rank is 1, the Reciprocal Rank is 1`,id:`Mean Reciprocal Rank`},{description:`The similarity of the embeddings is evaluated mainly on cosine similarity. It is calculated as the cosine of the angle between two vectors. It is particularly useful when your texts are not the same length`,id:`Cosine Similarity`}],models:[{description:`This model works well for sentences and paragraphs and can be used for clustering/grouping and semantic searches.`,id:`sentence-transformers/all-mpnet-base-v2`},{description:`A multilingual robust sentence similarity model.`,id:`BAAI/bge-m3`},{description:`A robust sentence similarity model.`,id:`HIT-TMG/KaLM-embedding-multilingual-mini-instruct-v1.5`}],spaces:[{description:`An application that leverages sentence similarity to answer questions from YouTube videos.`,id:`Gradio-Blocks/Ask_Questions_To_YouTube_Videos`},{description:`An application that retrieves relevant PubMed abstracts for a given online article which can be used as further references.`,id:`Gradio-Blocks/pubmed-abstract-retriever`},{description:`An application that leverages sentence similarity to summarize text.`,id:`nickmuchi/article-text-summarizer`},{description:`A guide that explains how Sentence Transformers can be used for semantic search.`,id:`sentence-transformers/Sentence_Transformers_for_semantic_search`}],summary:`Sentence Similarity is the task of determining how similar two texts are. Sentence similarity models convert input texts into vectors (embeddings) that capture semantic information and calculate how close (similar) they are between them. This task is particularly useful for information retrieval and clustering/grouping.`,widgetModels:[`sentence-transformers/all-MiniLM-L6-v2`],youtubeId:`VCZq5AkbNEU`},Da={canonicalId:`text-generation`,datasets:[{description:`News articles in five different languages along with their summaries. Widely used for benchmarking multilingual summarization models.`,id:`mlsum`},{description:`English conversations and their summaries. Useful for benchmarking conversational agents.`,id:`samsum`}],demo:{inputs:[{label:`Input`,content:`The tower is 324 metres (1,063 ft) tall, about the same height as an 81-storey building, and the tallest structure in Paris. Its base is square, measuring 125 metres (410 ft) on each side. It was the first structure to reach a height of 300 metres. Excluding transmitters, the Eiffel Tower is the second tallest free-standing structure in France after the Millau Viaduct.`,type:`text`}],outputs:[{label:`Output`,content:`The tower is 324 metres (1,063 ft) tall, about the same height as an 81-storey building. It was the first structure to reach a height of 300 metres.`,type:`text`}]},metrics:[{description:`The generated sequence is compared against its summary, and the overlap of tokens are counted. ROUGE-N refers to overlap of N subsequent tokens, ROUGE-1 refers to overlap of single tokens and ROUGE-2 is the overlap of two subsequent tokens.`,id:`rouge`}],models:[{description:`A strong summarization model trained on English news articles. Excels at generating factual summaries.`,id:`facebook/bart-large-cnn`},{description:`A summarization model trained on medical articles.`,id:`Falconsai/medical_summarization`}],spaces:[{description:`An application that can summarize long paragraphs.`,id:`pszemraj/summarize-long-text`},{description:`A much needed summarization application for terms and conditions.`,id:`ml6team/distilbart-tos-summarizer-tosdr`},{description:`An application that summarizes long documents.`,id:`pszemraj/document-summarization`},{description:`An application that can detect errors in abstractive summarization.`,id:`ml6team/post-processing-summarization`}],summary:`Summarization is the task of producing a shorter version of a document while preserving its important information. Some models can extract text from the original input, while other models can generate entirely new text.`,widgetModels:[`facebook/bart-large-cnn`],youtubeId:`yHnr5Dk2zCI`},Oa={datasets:[{description:`The WikiTableQuestions dataset is a large-scale dataset for the task of question answering on semi-structured tables.`,id:`wikitablequestions`},{description:`WikiSQL is a dataset of 80654 hand-annotated examples of questions and SQL queries distributed across 24241 tables from Wikipedia.`,id:`wikisql`}],demo:{inputs:[{table:[[`Rank`,`Name`,`No.of reigns`,`Combined days`],[`1`,`lou Thesz`,`3`,`3749`],[`2`,`Ric Flair`,`8`,`3103`],[`3`,`Harley Race`,`7`,`1799`]],type:`tabular`},{label:`Question`,content:`What is the number of reigns for Harley Race?`,type:`text`}],outputs:[{label:`Result`,content:`7`,type:`text`}]},metrics:[{description:`Checks whether the predicted answer(s) is the same as the ground-truth answer(s).`,id:`Denotation Accuracy`}],models:[{description:`A table question answering model that is capable of neural SQL execution, i.e., employ TAPEX to execute a SQL query on a given table.`,id:`microsoft/tapex-base`},{description:`A robust table question answering model.`,id:`google/tapas-base-finetuned-wtq`}],spaces:[{description:`An application that answers questions based on table CSV files.`,id:`katanaml/table-query`}],summary:`Table Question Answering (Table QA) is the answering a question about an information on a given table.`,widgetModels:[`google/tapas-base-finetuned-wtq`]},ka={datasets:[{description:`A comprehensive curation of datasets covering all benchmarks.`,id:`inria-soda/tabular-benchmark`}],demo:{inputs:[{table:[[`Glucose`,`Blood Pressure `,`Skin Thickness`,`Insulin`,`BMI`],[`148`,`72`,`35`,`0`,`33.6`],[`150`,`50`,`30`,`0`,`35.1`],[`141`,`60`,`29`,`1`,`39.2`]],type:`tabular`}],outputs:[{table:[[`Diabetes`],[`1`],[`1`],[`0`]],type:`tabular`}]},metrics:[{description:``,id:`accuracy`},{description:``,id:`recall`},{description:``,id:`precision`},{description:``,id:`f1`}],models:[{description:`Breast cancer prediction model based on decision trees.`,id:`scikit-learn/cancer-prediction-trees`}],spaces:[{description:`An application that can predict defective products on a production line.`,id:`scikit-learn/tabular-playground`},{description:`An application that compares various tabular classification techniques on different datasets.`,id:`scikit-learn/classification`}],summary:`Tabular classification is the task of classifying a target category (a group) based on set of attributes.`,widgetModels:[`scikit-learn/tabular-playground`],youtubeId:``},Aa={datasets:[{description:`A comprehensive curation of datasets covering all benchmarks.`,id:`inria-soda/tabular-benchmark`}],demo:{inputs:[{table:[[`Car Name`,`Horsepower`,`Weight`],[`ford torino`,`140`,`3,449`],[`amc hornet`,`97`,`2,774`],[`toyota corolla`,`65`,`1,773`]],type:`tabular`}],outputs:[{table:[[`MPG (miles per gallon)`],[`17`],[`18`],[`31`]],type:`tabular`}]},metrics:[{description:``,id:`mse`},{description:`Coefficient of determination (or R-squared) is a measure of how well the model fits the data. Higher R-squared is considered a better fit.`,id:`r-squared`}],models:[{description:`Fish weight prediction based on length measurements and species.`,id:`scikit-learn/Fish-Weight`}],spaces:[{description:`An application that can predict weight of a fish based on set of attributes.`,id:`scikit-learn/fish-weight-prediction`}],summary:`Tabular regression is the task of predicting a numerical value given a set of attributes.`,widgetModels:[`scikit-learn/Fish-Weight`],youtubeId:``},ja={datasets:[{description:`RedCaps is a large-scale dataset of 12M image-text pairs collected from Reddit.`,id:`red_caps`},{description:`Conceptual Captions is a dataset consisting of ~3.3M images annotated with captions.`,id:`conceptual_captions`},{description:`12M image-caption pairs.`,id:`Spawning/PD12M`}],demo:{inputs:[{label:`Input`,content:`A city above clouds, pastel colors, Victorian style`,type:`text`}],outputs:[{filename:`image.jpeg`,type:`img`}]},metrics:[{description:`The Inception Score (IS) measure assesses diversity and meaningfulness. It uses a generated image sample to predict its label. A higher score signifies more diverse and meaningful images.`,id:`IS`},{description:`The Fréchet Inception Distance (FID) calculates the distance between distributions between synthetic and real samples. A lower FID score indicates better similarity between the distributions of real and generated images.`,id:`FID`},{description:`R-precision assesses how the generated image aligns with the provided text description. It uses the generated images as queries to retrieve relevant text descriptions. The top 'r' relevant descriptions are selected and used to calculate R-precision as r/R, where 'R' is the number of ground truth descriptions associated with the generated images. A higher R-precision value indicates a better model.`,id:`R-Precision`}],models:[{description:`One of the most powerful image generation models that can generate realistic outputs.`,id:`black-forest-labs/FLUX.1-Krea-dev`},{description:`A powerful image generation model.`,id:`Qwen/Qwen-Image`},{description:`Powerful and fast image generation model.`,id:`ByteDance/SDXL-Lightning`},{description:`A powerful text-to-image model.`,id:`ByteDance/Hyper-SD`}],spaces:[{description:`A powerful text-to-image application.`,id:`stabilityai/stable-diffusion-3-medium`},{description:`A text-to-image application to generate comics.`,id:`jbilcke-hf/ai-comic-factory`},{description:`An application to match multiple custom image generation models.`,id:`multimodalart/flux-lora-lab`},{description:`A powerful yet very fast image generation application.`,id:`latent-consistency/lcm-lora-for-sdxl`},{description:`A gallery to explore various text-to-image models.`,id:`multimodalart/LoraTheExplorer`},{description:"An application for `text-to-image`, `image-to-image` and image inpainting.",id:`ArtGAN/Stable-Diffusion-ControlNet-WebUI`},{description:`An application to generate realistic images given photos of a person and a prompt.`,id:`InstantX/InstantID`}],summary:`Text-to-image is the task of generating images from input text. These pipelines can also be used to modify and edit images based on text prompts.`,widgetModels:[`black-forest-labs/FLUX.1-dev`],youtubeId:``},Ma={canonicalId:`text-to-audio`,datasets:[{description:`10K hours of multi-speaker English dataset.`,id:`parler-tts/mls_eng_10k`},{description:`Multi-speaker English dataset.`,id:`mythicinfinity/libritts_r`},{description:`Multi-lingual dataset.`,id:`facebook/multilingual_librispeech`}],demo:{inputs:[{label:`Input`,content:`I love audio models on the Hub!`,type:`text`}],outputs:[{filename:`audio.wav`,type:`audio`}]},metrics:[{description:`The Mel Cepstral Distortion (MCD) metric is used to calculate the quality of generated speech.`,id:`mel cepstral distortion`}],models:[{description:`Small yet powerful TTS model.`,id:`KittenML/kitten-tts-nano-0.1`},{description:`Bleeding edge TTS model.`,id:`ResembleAI/chatterbox`},{description:`A massively multi-lingual TTS model.`,id:`fishaudio/fish-speech-1.5`},{description:`A text-to-dialogue model.`,id:`nari-labs/Dia-1.6B-0626`}],spaces:[{description:`An application for generate high quality speech in different languages.`,id:`hexgrad/Kokoro-TTS`},{description:`A multilingual text-to-speech application.`,id:`fishaudio/fish-speech-1`},{description:`Performant TTS application.`,id:`ResembleAI/Chatterbox`},{description:`An application to compare different TTS models.`,id:`TTS-AGI/TTS-Arena-V2`},{description:`An application that generates podcast episodes.`,id:`ngxson/kokoro-podcast-generator`}],summary:`Text-to-Speech (TTS) is the task of generating natural sounding speech given text input. TTS models can be extended to have a single model that generates speech for multiple speakers and multiple languages.`,widgetModels:[`suno/bark`],youtubeId:`NW62DpzJ274`},Na={datasets:[{description:`A widely used dataset useful to benchmark named entity recognition models.`,id:`eriktks/conll2003`},{description:`A multilingual dataset of Wikipedia articles annotated for named entity recognition in over 150 different languages.`,id:`unimelb-nlp/wikiann`}],demo:{inputs:[{label:`Input`,content:`My name is Omar and I live in Zürich.`,type:`text`}],outputs:[{text:`My name is Omar and I live in Zürich.`,tokens:[{type:`PERSON`,start:11,end:15},{type:`GPE`,start:30,end:36}],type:`text-with-tokens`}]},metrics:[{description:``,id:`accuracy`},{description:``,id:`recall`},{description:``,id:`precision`},{description:``,id:`f1`}],models:[{description:`A robust performance model to identify people, locations, organizations and names of miscellaneous entities.`,id:`dslim/bert-base-NER`},{description:`A strong model to identify people, locations, organizations and names in multiple languages.`,id:`FacebookAI/xlm-roberta-large-finetuned-conll03-english`},{description:`A token classification model specialized on medical entity recognition.`,id:`blaze999/Medical-NER`},{description:`Flair models are typically the state of the art in named entity recognition tasks.`,id:`flair/ner-english`}],spaces:[{description:`An application that can recognizes entities, extracts noun chunks and recognizes various linguistic features of each token.`,id:`spacy/gradio_pipeline_visualizer`}],summary:`Token classification is a natural language understanding task in which a label is assigned to some tokens in a text. Some popular token classification subtasks are Named Entity Recognition (NER) and Part-of-Speech (PoS) tagging. NER models could be trained to identify specific entities in a text, such as dates, individuals and places; and PoS tagging would identify, for example, which words in a text are verbs, nouns, and punctuation marks.`,widgetModels:[`FacebookAI/xlm-roberta-large-finetuned-conll03-english`],youtubeId:`wVHdVlPScxA`},Pa={canonicalId:`text-generation`,datasets:[{description:`A dataset of copyright-free books translated into 16 different languages.`,id:`Helsinki-NLP/opus_books`},{description:`An example of translation between programming languages. This dataset consists of functions in Java and C#.`,id:`google/code_x_glue_cc_code_to_code_trans`}],demo:{inputs:[{label:`Input`,content:`My name is Omar and I live in Zürich.`,type:`text`}],outputs:[{label:`Output`,content:`Mein Name ist Omar und ich wohne in Zürich.`,type:`text`}]},metrics:[{description:`BLEU score is calculated by counting the number of shared single or subsequent tokens between the generated sequence and the reference. Subsequent n tokens are called “n-grams”. Unigram refers to a single token while bi-gram refers to token pairs and n-grams refer to n subsequent tokens. The score ranges from 0 to 1, where 1 means the translation perfectly matched and 0 did not match at all`,id:`bleu`},{description:``,id:`sacrebleu`}],models:[{description:`Very powerful model that can translate many languages between each other, especially low-resource languages.`,id:`facebook/nllb-200-1.3B`},{description:`A general-purpose Transformer that can be used to translate from English to German, French, or Romanian.`,id:`google-t5/t5-base`}],spaces:[{description:`An application that can translate between 100 languages.`,id:`Iker/Translate-100-languages`},{description:`An application that can translate between many languages.`,id:`Geonmo/nllb-translation-demo`}],summary:`Translation is the task of converting text from one language to another.`,widgetModels:[`facebook/mbart-large-50-many-to-many-mmt`],youtubeId:`1JvfrvZgi6c`},Fa={datasets:[{description:`A widely used dataset used to benchmark multiple variants of text classification.`,id:`nyu-mll/glue`},{description:`A text classification dataset used to benchmark natural language inference models`,id:`stanfordnlp/snli`}],demo:{inputs:[{label:`Input`,content:`I love Hugging Face!`,type:`text`}],outputs:[{type:`chart`,data:[{label:`POSITIVE`,score:.9},{label:`NEUTRAL`,score:.1},{label:`NEGATIVE`,score:0}]}]},metrics:[{description:``,id:`accuracy`},{description:``,id:`recall`},{description:``,id:`precision`},{description:`The F1 metric is the harmonic mean of the precision and recall. It can be calculated as: F1 = 2 * (precision * recall) / (precision + recall)`,id:`f1`}],models:[{description:`A robust model trained for sentiment analysis.`,id:`distilbert/distilbert-base-uncased-finetuned-sst-2-english`},{description:`A sentiment analysis model specialized in financial sentiment.`,id:`ProsusAI/finbert`},{description:`A sentiment analysis model specialized in analyzing tweets.`,id:`cardiffnlp/twitter-roberta-base-sentiment-latest`},{description:`A model that can classify languages.`,id:`papluca/xlm-roberta-base-language-detection`},{description:`A model that can classify text generation attacks.`,id:`meta-llama/Prompt-Guard-86M`}],spaces:[{description:`An application that can classify financial sentiment.`,id:`IoannisTr/Tech_Stocks_Trading_Assistant`},{description:`A dashboard that contains various text classification tasks.`,id:`miesnerjacob/Multi-task-NLP`},{description:`An application that analyzes user reviews in healthcare.`,id:`spacy/healthsea-demo`}],summary:`Text Classification is the task of assigning a label or class to a given text. Some use cases are sentiment analysis, natural language inference, and assessing grammatical correctness.`,widgetModels:[`distilbert/distilbert-base-uncased-finetuned-sst-2-english`],youtubeId:`leNG9fN9FQU`},Ia={datasets:[{description:`Multilingual dataset used to evaluate text generation models.`,id:`CohereForAI/Global-MMLU`},{description:`High quality multilingual data used to train text-generation models.`,id:`HuggingFaceFW/fineweb-2`},{description:`Truly open-source, curated and cleaned dialogue dataset.`,id:`HuggingFaceH4/ultrachat_200k`},{description:`A reasoning dataset.`,id:`open-r1/OpenThoughts-114k-math`},{description:`A multilingual instruction dataset with preference ratings on responses.`,id:`allenai/tulu-3-sft-mixture`},{description:`A large synthetic dataset for alignment of text generation models.`,id:`HuggingFaceTB/smoltalk`},{description:`A dataset made for training text generation models solving math questions.`,id:`HuggingFaceTB/finemath`}],demo:{inputs:[{label:`Input`,content:`Once upon a time,`,type:`text`}],outputs:[{label:`Output`,content:`Once upon a time, we knew that our ancestors were on the verge of extinction. The great explorers and poets of the Old World, from Alexander the Great to Chaucer, are dead and gone. A good many of our ancient explorers and poets have`,type:`text`}]},metrics:[{description:`Cross Entropy is a metric that calculates the difference between two probability distributions. Each probability distribution is the distribution of predicted words`,id:`Cross Entropy`},{description:`The Perplexity metric is the exponential of the cross-entropy loss. It evaluates the probabilities assigned to the next word by the model. Lower perplexity indicates better performance`,id:`Perplexity`}],models:[{description:`A text-generation model trained to follow instructions.`,id:`google/gemma-2-2b-it`},{description:`Powerful text generation model for coding.`,id:`Qwen/Qwen3-Coder-480B-A35B-Instruct`},{description:`Great text generation model with top-notch tool calling capabilities.`,id:`openai/gpt-oss-120b`},{description:`Powerful text generation model.`,id:`zai-org/GLM-4.5`},{description:`A powerful small model with reasoning capabilities.`,id:`Qwen/Qwen3-4B-Thinking-2507`},{description:`Strong conversational model that supports very long instructions.`,id:`Qwen/Qwen2.5-7B-Instruct-1M`},{description:`Text generation model used to write code.`,id:`Qwen/Qwen2.5-Coder-32B-Instruct`},{description:`Powerful reasoning based open large language model.`,id:`deepseek-ai/DeepSeek-R1`}],spaces:[{description:`An application that writes and executes code from text instructions and supports many models.`,id:`akhaliq/anycoder`},{description:`An application that builds websites from natural language prompts.`,id:`enzostvs/deepsite`},{description:`A leaderboard for comparing chain-of-thought performance of models.`,id:`logikon/open_cot_leaderboard`},{description:`An text generation based application based on a very powerful LLaMA2 model.`,id:`ysharma/Explore_llamav2_with_TGI`},{description:`An text generation based application to converse with Zephyr model.`,id:`HuggingFaceH4/zephyr-chat`},{description:`A leaderboard that ranks text generation models based on blind votes from people.`,id:`lmsys/chatbot-arena-leaderboard`},{description:`An chatbot to converse with a very powerful text generation model.`,id:`mlabonne/phixtral-chat`}],summary:`Generating text is the task of generating new text given another text. These models can, for example, fill in incomplete text or paraphrase.`,widgetModels:[`mistralai/Mistral-Nemo-Instruct-2407`],youtubeId:`e9gNEAlsOvU`},La={datasets:[{description:`Bing queries with relevant passages from various web sources.`,id:`microsoft/ms_marco`}],demo:{inputs:[{label:`Source sentence`,content:`Machine learning is so easy.`,type:`text`},{label:`Sentences to compare to`,content:`Deep learning is so straightforward.`,type:`text`},{label:``,content:`This is so difficult, like rocket science.`,type:`text`},{label:``,content:`I can't believe how much I struggled with this.`,type:`text`}],outputs:[{type:`chart`,data:[{label:`Deep learning is so straightforward.`,score:2.2006407},{label:`This is so difficult, like rocket science.`,score:-6.2634873},{label:`I can't believe how much I struggled with this.`,score:-10.251488}]}]},metrics:[{description:`Discounted Cumulative Gain (DCG) measures the gain, or usefulness, of search results discounted by their position. The normalization is done by dividing the DCG by the ideal DCG, which is the DCG of the perfect ranking.`,id:`Normalized Discounted Cumulative Gain`},{description:`Reciprocal Rank is a measure used to rank the relevancy of documents given a set of documents. Reciprocal Rank is the reciprocal of the rank of the document retrieved, meaning, if the rank is 3, the Reciprocal Rank is 0.33. If the rank is 1, the Reciprocal Rank is 1`,id:`Mean Reciprocal Rank`},{description:`Mean Average Precision (mAP) is the overall average of the Average Precision (AP) values, where AP is the Area Under the PR Curve (AUC-PR)`,id:`Mean Average Precision`}],models:[{description:`An extremely efficient text ranking model trained on a web search dataset.`,id:`cross-encoder/ms-marco-MiniLM-L6-v2`},{description:`A strong multilingual text reranker model.`,id:`Alibaba-NLP/gte-multilingual-reranker-base`},{description:`An efficient text ranking model that punches above its weight.`,id:`Alibaba-NLP/gte-reranker-modernbert-base`}],spaces:[],summary:`Text Ranking is the task of ranking a set of texts based on their relevance to a query. Text ranking models are trained on large datasets of queries and relevant documents to learn how to rank documents based on their relevance to the query. This task is particularly useful for search engines and information retrieval systems.`,widgetModels:[`cross-encoder/ms-marco-MiniLM-L6-v2`],youtubeId:``},Ra={datasets:[{description:`Microsoft Research Video to Text is a large-scale dataset for open domain video captioning`,id:`iejMac/CLIP-MSR-VTT`},{description:`UCF101 Human Actions dataset consists of 13,320 video clips from YouTube, with 101 classes.`,id:`quchenyuan/UCF101-ZIP`},{description:`A high-quality dataset for human action recognition in YouTube videos.`,id:`nateraw/kinetics`},{description:`A dataset of video clips of humans performing pre-defined basic actions with everyday objects.`,id:`HuggingFaceM4/something_something_v2`},{description:`This dataset consists of text-video pairs and contains noisy samples with irrelevant video descriptions`,id:`HuggingFaceM4/webvid`},{description:`A dataset of short Flickr videos for the temporal localization of events with descriptions.`,id:`iejMac/CLIP-DiDeMo`}],demo:{inputs:[{label:`Input`,content:`Darth Vader is surfing on the waves.`,type:`text`}],outputs:[{filename:`text-to-video-output.gif`,type:`img`}]},metrics:[{description:`Inception Score uses an image classification model that predicts class labels and evaluates how distinct and diverse the images are. A higher score indicates better video generation.`,id:`is`},{description:`Frechet Inception Distance uses an image classification model to obtain image embeddings. The metric compares mean and standard deviation of the embeddings of real and generated images. A smaller score indicates better video generation.`,id:`fid`},{description:`Frechet Video Distance uses a model that captures coherence for changes in frames and the quality of each frame. A smaller score indicates better video generation.`,id:`fvd`},{description:`CLIPSIM measures similarity between video frames and text using an image-text similarity model. A higher score indicates better video generation.`,id:`clipsim`}],models:[{description:`A strong model for consistent video generation.`,id:`tencent/HunyuanVideo`},{description:`A text-to-video model with high fidelity motion and strong prompt adherence.`,id:`Lightricks/LTX-Video`},{description:`A text-to-video model focusing on physics-aware applications like robotics.`,id:`nvidia/Cosmos-1.0-Diffusion-7B-Text2World`},{description:`Very fast model for video generation.`,id:`Lightricks/LTX-Video-0.9.8-13B-distilled`}],spaces:[{description:`An application that generates video from text.`,id:`VideoCrafter/VideoCrafter`},{description:`Consistent video generation application.`,id:`Wan-AI/Wan2.1`},{description:`A cutting edge video generation application.`,id:`Pyramid-Flow/pyramid-flow`}],summary:`Text-to-video models can be used in any application that requires generating consistent sequence of images from text. `,widgetModels:[`Wan-AI/Wan2.2-TI2V-5B`],youtubeId:void 0},za={datasets:[{description:`The CIFAR-100 dataset consists of 60000 32x32 colour images in 100 classes, with 600 images per class.`,id:`cifar100`},{description:`Multiple images of celebrities, used for facial expression translation.`,id:`CelebA`}],demo:{inputs:[{label:`Seed`,content:`42`,type:`text`},{label:`Number of images to generate:`,content:`4`,type:`text`}],outputs:[{filename:`unconditional-image-generation-output.jpeg`,type:`img`}]},metrics:[{description:`The inception score (IS) evaluates the quality of generated images. It measures the diversity of the generated images (the model predictions are evenly distributed across all possible labels) and their 'distinction' or 'sharpness' (the model confidently predicts a single label for each image).`,id:`Inception score (IS)`},{description:`The Fréchet Inception Distance (FID) evaluates the quality of images created by a generative model by calculating the distance between feature vectors for real and generated images.`,id:`Frećhet Inception Distance (FID)`}],models:[{description:`High-quality image generation model trained on the CIFAR-10 dataset. It synthesizes images of the ten classes presented in the dataset using diffusion probabilistic models, a class of latent variable models inspired by considerations from nonequilibrium thermodynamics.`,id:`google/ddpm-cifar10-32`},{description:`High-quality image generation model trained on the 256x256 CelebA-HQ dataset. It synthesizes images of faces using diffusion probabilistic models, a class of latent variable models inspired by considerations from nonequilibrium thermodynamics.`,id:`google/ddpm-celebahq-256`}],spaces:[{description:`An application that can generate realistic faces.`,id:`CompVis/celeba-latent-diffusion`}],summary:`Unconditional image generation is the task of generating images with no condition in any context (like a prompt text or another image). Once trained, the model will create images that resemble its training data distribution.`,widgetModels:[``],youtubeId:``},Ba={datasets:[{description:`Benchmark dataset used for video classification with videos that belong to 400 classes.`,id:`kinetics400`}],demo:{inputs:[{filename:`video-classification-input.gif`,type:`img`}],outputs:[{type:`chart`,data:[{label:`Playing Guitar`,score:.514},{label:`Playing Tennis`,score:.193},{label:`Cooking`,score:.068}]}]},metrics:[{description:``,id:`accuracy`},{description:``,id:`recall`},{description:``,id:`precision`},{description:``,id:`f1`}],models:[{description:`Strong Video Classification model trained on the Kinetics 400 dataset.`,id:`google/vivit-b-16x2-kinetics400`},{description:`Strong Video Classification model trained on the Kinetics 400 dataset.`,id:`microsoft/xclip-base-patch32`}],spaces:[{description:`An application that classifies video at different timestamps.`,id:`nateraw/lavila`},{description:`An application that classifies video.`,id:`fcakyon/video-classification`}],summary:`Video classification is the task of assigning a label or class to an entire video. Videos are expected to have only one class for each video. Video classification models take a video as input and return a prediction about which class the video belongs to.`,widgetModels:[],youtubeId:``},Va={datasets:[{description:`A large dataset used to train visual document retrieval models.`,id:`vidore/colpali_train_set`}],demo:{inputs:[{filename:`input.png`,type:`img`},{label:`Question`,content:`Is the model in this paper the fastest for inference?`,type:`text`}],outputs:[{type:`chart`,data:[{label:`Page 10`,score:.7},{label:`Page 11`,score:.06},{label:`Page 9`,score:.003}]}]},isPlaceholder:!1,metrics:[{description:`NDCG@k scores ranked recommendation lists for top-k results. 0 is the worst, 1 is the best.`,id:`Normalized Discounted Cumulative Gain at K`}],models:[{description:`Very accurate visual document retrieval model for multilingual queries and documents.`,id:`vidore/colqwen2-v1.0`},{description:`Very fast and efficient visual document retrieval model that can also take in other modalities like audio.`,id:`Tevatron/OmniEmbed-v0.1`}],spaces:[{description:`A leaderboard of visual document retrieval models.`,id:`vidore/vidore-leaderboard`},{description:`Visual retrieval augmented generation demo based on ColQwen2 model.`,id:`vidore/visual-rag-tool`}],summary:`Visual document retrieval is the task of searching for relevant image-based documents, such as PDFs. These models take a text query and multiple documents as input and return the top-most relevant documents and relevancy scores as output.`,widgetModels:[``],youtubeId:``},Ha={datasets:[{description:`A widely used dataset containing questions (with answers) about images.`,id:`Graphcore/vqa`},{description:`A dataset to benchmark visual reasoning based on text in images.`,id:`facebook/textvqa`}],demo:{inputs:[{filename:`elephant.jpeg`,type:`img`},{label:`Question`,content:`What is in this image?`,type:`text`}],outputs:[{type:`chart`,data:[{label:`elephant`,score:.97},{label:`elephants`,score:.06},{label:`animal`,score:.003}]}]},isPlaceholder:!1,metrics:[{description:``,id:`accuracy`},{description:`Measures how much a predicted answer differs from the ground truth based on the difference in their semantic meaning.`,id:`wu-palmer similarity`}],models:[{description:`A visual question answering model trained to convert charts and plots to text.`,id:`google/deplot`},{description:`A visual question answering model trained for mathematical reasoning and chart derendering from images.`,id:`google/matcha-base`},{description:`A strong visual question answering that answers questions from book covers.`,id:`google/pix2struct-ocrvqa-large`}],spaces:[{description:`An application that compares visual question answering models across different tasks.`,id:`merve/pix2struct`},{description:`An application that can answer questions based on images.`,id:`nielsr/vilt-vqa`},{description:`An application that can caption images and answer questions about a given image. `,id:`Salesforce/BLIP`},{description:`An application that can caption images and answer questions about a given image. `,id:`vumichien/Img2Prompt`}],summary:`Visual Question Answering is the task of answering open-ended questions based on an image. They output natural language responses to natural language questions.`,widgetModels:[`dandelin/vilt-b32-finetuned-vqa`],youtubeId:``},Ua={datasets:[{description:`A widely used dataset used to benchmark multiple variants of text classification.`,id:`nyu-mll/glue`},{description:`The Multi-Genre Natural Language Inference (MultiNLI) corpus is a crowd-sourced collection of 433k sentence pairs annotated with textual entailment information.`,id:`nyu-mll/multi_nli`},{description:`FEVER is a publicly available dataset for fact extraction and verification against textual sources.`,id:`fever/fever`}],demo:{inputs:[{label:`Text Input`,content:`Dune is the best movie ever.`,type:`text`},{label:`Candidate Labels`,content:`CINEMA, ART, MUSIC`,type:`text`}],outputs:[{type:`chart`,data:[{label:`CINEMA`,score:.9},{label:`ART`,score:.1},{label:`MUSIC`,score:0}]}]},metrics:[],models:[{description:`Powerful zero-shot text classification model.`,id:`facebook/bart-large-mnli`},{description:`Cutting-edge zero-shot multilingual text classification model.`,id:`MoritzLaurer/ModernBERT-large-zeroshot-v2.0`},{description:`Zero-shot text classification model that can be used for topic and sentiment classification.`,id:`knowledgator/gliclass-modern-base-v2.0-init`}],spaces:[],summary:`Zero-shot text classification is a task in natural language processing where a model is trained on a set of labeled examples but is then able to classify new examples from previously unseen classes.`,widgetModels:[`facebook/bart-large-mnli`]},Wa={datasets:[{description:``,id:``}],demo:{inputs:[{filename:`image-classification-input.jpeg`,type:`img`},{label:`Classes`,content:`cat, dog, bird`,type:`text`}],outputs:[{type:`chart`,data:[{label:`Cat`,score:.664},{label:`Dog`,score:.329},{label:`Bird`,score:.008}]}]},metrics:[{description:`Computes the number of times the correct label appears in top K labels predicted`,id:`top-K accuracy`}],models:[{description:`Multilingual image classification model for 80 languages.`,id:`visheratin/mexma-siglip`},{description:`Strong zero-shot image classification model.`,id:`google/siglip2-base-patch16-224`},{description:`Robust zero-shot image classification model.`,id:`intfloat/mmE5-mllama-11b-instruct`},{description:`Powerful zero-shot image classification model supporting 94 languages.`,id:`jinaai/jina-clip-v2`},{description:`Strong image classification model for biomedical domain.`,id:`microsoft/BiomedCLIP-PubMedBERT_256-vit_base_patch16_224`}],spaces:[{description:`An application that leverages zero-shot image classification to find best captions to generate an image. `,id:`pharma/CLIP-Interrogator`},{description:`An application to compare different zero-shot image classification models. `,id:`merve/compare_clip_siglip`}],summary:`Zero-shot image classification is the task of classifying previously unseen classes during training of a model.`,widgetModels:[`google/siglip-so400m-patch14-224`],youtubeId:``},Ga={datasets:[],demo:{inputs:[{filename:`zero-shot-object-detection-input.jpg`,type:`img`},{label:`Classes`,content:`cat, dog, bird`,type:`text`}],outputs:[{filename:`zero-shot-object-detection-output.jpg`,type:`img`}]},metrics:[{description:`The Average Precision (AP) metric is the Area Under the PR Curve (AUC-PR). It is calculated for each class separately`,id:`Average Precision`},{description:`The Mean Average Precision (mAP) metric is the overall average of the AP values`,id:`Mean Average Precision`},{description:`The APα metric is the Average Precision at the IoU threshold of a α value, for example, AP50 and AP75`,id:`APα`}],models:[{description:`Solid zero-shot object detection model.`,id:`openmmlab-community/mm_grounding_dino_large_all`},{description:`Cutting-edge zero-shot object detection model.`,id:`fushh7/LLMDet`}],spaces:[{description:`A demo to compare different zero-shot object detection models per output and latency.`,id:`ariG23498/zero-shot-od`},{description:`A demo that combines a zero-shot object detection and mask generation model for zero-shot segmentation.`,id:`merve/OWLSAM`}],summary:`Zero-shot object detection is a computer vision task to detect objects and their classes in images, without any prior training or knowledge of the classes. Zero-shot object detection models receive an image as input, as well as a list of candidate classes, and output the bounding boxes and labels where the objects have been detected.`,widgetModels:[],youtubeId:``},Ka={datasets:[{description:`A large dataset of over 10 million 3D objects.`,id:`allenai/objaverse-xl`},{description:`A dataset of isolated object images for evaluating image-to-3D models.`,id:`dylanebert/iso3d`}],demo:{inputs:[{filename:`image-to-3d-image-input.png`,type:`img`}],outputs:[{label:`Result`,content:`image-to-3d-3d-output-filename.glb`,type:`text`}]},metrics:[],models:[{description:`Fast image-to-3D mesh model by Tencent.`,id:`TencentARC/InstantMesh`},{description:`3D world generation model.`,id:`tencent/HunyuanWorld-1`},{description:`A scaled up image-to-3D mesh model derived from TripoSR.`,id:`hwjiang/Real3D`},{description:`Consistent image-to-3d generation model.`,id:`stabilityai/stable-point-aware-3d`}],spaces:[{description:`Leaderboard to evaluate image-to-3D models.`,id:`dylanebert/3d-arena`},{description:`Image-to-3D demo with mesh outputs.`,id:`TencentARC/InstantMesh`},{description:`Image-to-3D demo.`,id:`stabilityai/stable-point-aware-3d`},{description:`Image-to-3D demo with mesh outputs.`,id:`hwjiang/Real3D`},{description:`Image-to-3D demo with splat outputs.`,id:`dylanebert/LGM-mini`}],summary:`Image-to-3D models take in image input and produce 3D output.`,widgetModels:[],youtubeId:``},qa={datasets:[{description:`A large dataset of over 10 million 3D objects.`,id:`allenai/objaverse-xl`},{description:`Descriptive captions for 3D objects in Objaverse.`,id:`tiange/Cap3D`}],demo:{inputs:[{label:`Prompt`,content:`a cat statue`,type:`text`}],outputs:[{label:`Result`,content:`text-to-3d-3d-output-filename.glb`,type:`text`}]},metrics:[],models:[{description:`Text-to-3D mesh model by OpenAI`,id:`openai/shap-e`},{description:`Generative 3D gaussian splatting model.`,id:`ashawkey/LGM`}],spaces:[{description:`Text-to-3D demo with mesh outputs.`,id:`hysts/Shap-E`},{description:`Text/image-to-3D demo with splat outputs.`,id:`ashawkey/LGM`}],summary:`Text-to-3D models take in text input and produce 3D output.`,widgetModels:[],youtubeId:``},Ja={datasets:[{description:`A dataset of hand keypoints of over 500k examples.`,id:`Vincent-luo/hagrid-mediapipe-hands`}],demo:{inputs:[{filename:`keypoint-detection-input.png`,type:`img`}],outputs:[{filename:`keypoint-detection-output.png`,type:`img`}]},metrics:[],models:[{description:`A robust keypoint detection model.`,id:`magic-leap-community/superpoint`},{description:`A robust keypoint matching model.`,id:`magic-leap-community/superglue_outdoor`},{description:`Strong keypoint detection model used to detect human pose.`,id:`qualcomm/RTMPose-Body2d`},{description:`Powerful keypoint matching model.`,id:`ETH-CVG/lightglue_disk`}],spaces:[{description:`An application that detects hand keypoints in real-time.`,id:`datasciencedojo/Hand-Keypoint-Detection-Realtime`},{description:`An application for keypoint detection and matching.`,id:`ETH-CVG/LightGlue`}],summary:`Keypoint detection is the task of identifying meaningful distinctive points or features in an image.`,widgetModels:[],youtubeId:``},Ya={datasets:[{description:`Multiple-choice questions and answers about videos.`,id:`lmms-lab/Video-MME`},{description:`A dataset of instructions and question-answer pairs about videos.`,id:`lmms-lab/VideoChatGPT`},{description:`Large video understanding dataset.`,id:`HuggingFaceFV/finevideo`}],demo:{inputs:[{filename:`video-text-to-text-input.gif`,type:`img`},{label:`Text Prompt`,content:`What is happening in this video?`,type:`text`}],outputs:[{label:`Answer`,content:`The video shows a series of images showing a fountain with water jets and a variety of colorful flowers and butterflies in the background.`,type:`text`}]},metrics:[],models:[{description:`A robust video-text-to-text model.`,id:`Vision-CAIR/LongVU_Qwen2_7B`},{description:`Strong video-text-to-text model with reasoning capabilities.`,id:`GoodiesHere/Apollo-LMMs-Apollo-7B-t32`},{description:`Strong video-text-to-text model.`,id:`HuggingFaceTB/SmolVLM2-2.2B-Instruct`}],spaces:[{description:`An application to chat with a video-text-to-text model.`,id:`llava-hf/video-llava`},{description:`A leaderboard for various video-text-to-text models.`,id:`opencompass/openvlm_video_leaderboard`},{description:`An application to generate highlights from a video.`,id:`HuggingFaceTB/SmolVLM2-HighlightGenerator`}],summary:`Video-text-to-text models take in a video and a text prompt and output text. These models are also called video-language models.`,widgetModels:[``],youtubeId:``},Xa={datasets:[{description:`Dataset with detailed annotations for training and benchmarking video instance editing.`,id:`suimu/VIRESET`},{description:`Dataset to evaluate models on long video generation and understanding.`,id:`zhangsh2001/LongV-EVAL`},{description:`Collection of 104 demo videos from the SeedVR/SeedVR2 series showcasing model outputs.`,id:`Iceclear/SeedVR_VideoDemos`}],demo:{inputs:[{filename:`input.gif`,type:`img`}],outputs:[{filename:`output.gif`,type:`img`}]},metrics:[],models:[{description:`Model for editing outfits, character, and scenery in videos.`,id:`decart-ai/Lucy-Edit-Dev`},{description:`Framework that uses 3D mesh proxies for precise, consistent video editing.`,id:`LeoLau/Shape-for-Motion`},{description:`Model for generating physics-aware videos from input videos and control conditions.`,id:`nvidia/Cosmos-Transfer2.5-2B`},{description:`A model to upscale videos at input, designed for seamless use with ComfyUI.`,id:`numz/SeedVR2_comfyUI`}],spaces:[{description:`Interactive demo space for Lucy-Edit-Dev video editing.`,id:`decart-ai/lucy-edit-dev`},{description:`Demo space for SeedVR2-3B showcasing video upscaling and restoration.`,id:`ByteDance-Seed/SeedVR2-3B`}],summary:`Video-to-video models take one or more videos as input and generate new videos as output. They can enhance quality, interpolate frames, modify styles, or create new motion dynamics, enabling creative applications, video production, and research.`,widgetModels:[],youtubeId:``},Za={"audio-classification":[`speechbrain`,`transformers`,`transformers.js`],"audio-to-audio":[`asteroid`,`fairseq`,`speechbrain`],"automatic-speech-recognition":[`espnet`,`nemo`,`speechbrain`,`transformers`,`transformers.js`],"audio-text-to-text":[`transformers`],"depth-estimation":[`transformers`,`transformers.js`],"document-question-answering":[`transformers`,`transformers.js`],"feature-extraction":[`sentence-transformers`,`transformers`,`transformers.js`],"fill-mask":[`transformers`,`transformers.js`],"graph-ml":[`transformers`],"image-classification":[`keras`,`timm`,`transformers`,`transformers.js`],"image-feature-extraction":[`timm`,`transformers`],"image-segmentation":[`transformers`,`transformers.js`],"image-text-to-text":[`transformers`],"image-text-to-image":[`diffusers`],"image-text-to-video":[`diffusers`],"image-to-image":[`diffusers`,`transformers`,`transformers.js`],"image-to-text":[`transformers`,`transformers.js`],"image-to-video":[`diffusers`],"keypoint-detection":[`transformers`],"video-classification":[`transformers`],"mask-generation":[`transformers`],"multiple-choice":[`transformers`],"object-detection":[`transformers`,`transformers.js`,`ultralytics`],other:[],"question-answering":[`adapter-transformers`,`allennlp`,`transformers`,`transformers.js`],robotics:[],"reinforcement-learning":[`transformers`,`stable-baselines3`,`ml-agents`,`sample-factory`],"sentence-similarity":[`sentence-transformers`,`spacy`,`transformers.js`],summarization:[`transformers`,`transformers.js`],"table-question-answering":[`transformers`],"table-to-text":[`transformers`],"tabular-classification":[`sklearn`],"tabular-regression":[`sklearn`],"tabular-to-text":[`transformers`],"text-classification":[`adapter-transformers`,`setfit`,`spacy`,`transformers`,`transformers.js`],"text-generation":[`transformers`,`transformers.js`],"text-ranking":[`sentence-transformers`,`transformers`],"text-retrieval":[],"text-to-image":[`diffusers`],"text-to-speech":[`espnet`,`tensorflowtts`,`transformers`,`transformers.js`],"text-to-audio":[`transformers`,`transformers.js`],"text-to-video":[`diffusers`],"time-series-forecasting":[],"token-classification":[`adapter-transformers`,`flair`,`spacy`,`span-marker`,`stanza`,`transformers`,`transformers.js`],translation:[`transformers`,`transformers.js`],"unconditional-image-generation":[`diffusers`],"video-text-to-text":[`transformers`],"visual-question-answering":[`transformers`,`transformers.js`],"voice-activity-detection":[],"zero-shot-classification":[`transformers`,`transformers.js`],"zero-shot-image-classification":[`transformers`,`transformers.js`],"zero-shot-object-detection":[`transformers`,`transformers.js`],"text-to-3d":[`diffusers`],"image-to-3d":[`diffusers`],"any-to-any":[`transformers`],"visual-document-retrieval":[`transformers`],"video-to-video":[`diffusers`]};function Z(e,t=Ca){return{...t,id:e,label:ta[e].name,libraries:Za[e]}}Z(`any-to-any`,ra),Z(`audio-classification`,ia),Z(`audio-to-audio`,oa),Z(`audio-text-to-text`,aa),Z(`automatic-speech-recognition`,sa),Z(`depth-estimation`,Sa),Z(`document-question-answering`,ca),Z(`visual-document-retrieval`,Va),Z(`feature-extraction`,la),Z(`fill-mask`,ua),Z(`image-classification`,da),Z(`image-feature-extraction`,fa),Z(`image-segmentation`,va),Z(`image-to-image`,pa),Z(`image-text-to-text`,ha),Z(`image-text-to-image`,ga),Z(`image-text-to-video`,_a),Z(`image-to-text`,ma),Z(`image-to-video`,ya),Z(`keypoint-detection`,Ja),Z(`mask-generation`,ba),Z(`object-detection`,xa),Z(`video-classification`,Ba),Z(`question-answering`,Ta),Z(`reinforcement-learning`,wa),Z(`sentence-similarity`,Ea),Z(`summarization`,Da),Z(`table-question-answering`,Oa),Z(`tabular-classification`,ka),Z(`tabular-regression`,Aa),Z(`text-classification`,Fa),Z(`text-generation`,Ia),Z(`text-ranking`,La),Z(`text-to-image`,ja),Z(`text-to-speech`,Ma),Z(`text-to-video`,Ra),Z(`token-classification`,Na),Z(`translation`,Pa),Z(`unconditional-image-generation`,za),Z(`video-text-to-text`,Ya),Z(`video-to-video`,Xa),Z(`visual-question-answering`,Ha),Z(`zero-shot-classification`,Ua),Z(`zero-shot-image-classification`,Wa),Z(`zero-shot-object-detection`,Ga),Z(`text-to-3d`,qa),Z(`image-to-3d`,Ka);const Qa=()=>`"Hi, I recently bought a device from your company but it is not working as advertised and I would like to get reimbursed!"`,$a=()=>`"Меня зовут Вольфганг и я живу в Берлине"`,eo=()=>`"The tower is 324 metres (1,063 ft) tall, about the same height as an 81-storey building, and the tallest structure in Paris. Its base is square, measuring 125 metres (410 ft) on each side. During its construction, the Eiffel Tower surpassed the Washington Monument to become the tallest man-made structure in the world, a title it held for 41 years until the Chrysler Building in New York City was finished in 1930. It was the first structure to reach a height of 300 metres. Due to the addition of a broadcasting aerial at the top of the tower in 1957, it is now taller than the Chrysler Building by 5.2 metres (17 ft). Excluding transmitters, the Eiffel Tower is the second tallest free-standing structure in France after the Millau Viaduct."`,to=()=>`{
    "query": "How many stars does the transformers repository have?",
    "table": {
        "Repository": ["Transformers", "Datasets", "Tokenizers"],
        "Stars": ["36542", "4512", "3934"],
        "Contributors": ["651", "77", "34"],
        "Programming language": [
            "Python",
            "Python",
            "Rust, Python and NodeJS"
        ]
    }
}`,no=()=>`{
        "image": "cat.png",
        "question": "What is in this image?"
    }`,ro=()=>`{
    "question": "What is my name?",
    "context": "My name is Clara and I live in Berkeley."
}`,io=()=>`"I like you. I love you"`,ao=()=>`"My name is Sarah Jessica Parker but you can call me Jessica"`,oo=e=>e.pipeline_tag===`text-generation`?[{role:`user`,content:`What is the capital of France?`}]:[{role:`user`,content:[{type:`text`,text:`Describe this image in one sentence.`},{type:`image_url`,image_url:{url:`https://cdn.britannica.com/61/93061-050-99147DCE/Statue-of-Liberty-Island-New-York-Bay.jpg`}}]}],so=e=>JSON.stringify(`The answer to the universe is ${e.mask_token}.`),co=()=>`{
    "source_sentence": "That is a happy person",
    "sentences": [
        "That is a happy dog",
        "That is a very happy person",
        "Today is a sunny day"
    ]
}`,lo=()=>`"Today is a sunny day and I will get some ice cream."`,uo=()=>`"cats.jpg"`,fo=()=>`"cats.jpg"`,po=()=>`{
    "image": "cat.png",
    "prompt": "Turn the cat into a tiger."
}`,mo=()=>`{
    "image": "cat.png",
    "prompt": "The cat starts to dance"
}`,ho=()=>`{
    "image": "cat.png",
    "prompt": "Turn the cat into a tiger."
}`,go=()=>`{
    "image": "cat.png",
    "prompt": "The cat starts to dance"
}`,_o=()=>`"cats.jpg"`,vo=()=>`"cats.jpg"`,yo=()=>`"sample1.flac"`,bo=()=>`"sample1.flac"`,xo=()=>`"Astronaut riding a horse"`,So=()=>`"A young man walking on the street"`,Co=()=>`"The answer to the universe is 42"`,wo=()=>`"liquid drum and bass, atmospheric synths, airy sounds"`,To=()=>`"sample1.flac"`,Eo=()=>`'{"Height":[11.52,12.48],"Length1":[23.2,24.0],"Length2":[25.4,26.3],"Species": ["Bream","Bream"]}'`,Do={"audio-to-audio":yo,"audio-classification":bo,"automatic-speech-recognition":To,"document-question-answering":no,"feature-extraction":lo,"fill-mask":so,"image-classification":uo,"image-to-text":fo,"image-to-image":po,"image-to-video":mo,"image-text-to-image":ho,"image-text-to-video":go,"image-segmentation":_o,"object-detection":vo,"question-answering":ro,"sentence-similarity":co,summarization:eo,"table-question-answering":to,"tabular-regression":Eo,"tabular-classification":Eo,"text-classification":io,"text-generation":oo,"image-text-to-text":oo,"text-to-image":xo,"text-to-video":So,"text-to-speech":Co,"text-to-audio":wo,"token-classification":ao,translation:$a,"zero-shot-classification":Qa,"zero-shot-image-classification":()=>`"cats.jpg"`};function Oo(e,t=!1,n=!1){if(e.pipeline_tag){let r=Do[e.pipeline_tag];if(r){let i=r(e);if(typeof i==`string`&&(t&&(i=i.replace(/(?:(?:\r?\n|\r)\t*)|\t+/g,` `)),n)){let e=i.match(/^"(.+)"$/s);i=e?e[1]:i}return i}}return`No input example has been defined for this model task.`}function ko(e,t){let n=JSON.stringify(e,null,`	`);return t?.indent&&(n=n.replaceAll(`
`,`\n${t.indent}`)),t?.attributeKeyQuotes||(n=n.replace(/"([^"]+)":/g,`$1:`)),t?.customContentEscaper&&(n=t.customContentEscaper(n)),n}const Ao=`custom_code`;function Q(e){let t=e.split(`/`);return t.length===1?t[0]:t[1]}const jo=e=>JSON.stringify(e).slice(1,-1),Mo=e=>/^[A-Za-z_]\w*$/.test(e),No=e=>[`from adapters import AutoAdapterModel

model = AutoAdapterModel.from_pretrained("${jo(e.config?.adapter_transformers?.model_name??`fill-in-model-name`)}")
model.load_adapter("${e.id}", set_active=True)`],Po=e=>[`import allennlp_models
from allennlp.predictors.predictor import Predictor

predictor = Predictor.from_path("hf://${e.id}")`],Fo=e=>[`import allennlp_models
from allennlp.predictors.predictor import Predictor

predictor = Predictor.from_path("hf://${e.id}")
predictor_input = {"passage": "My name is Wolfgang and I live in Berlin", "question": "Where do I live?"}
predictions = predictor.predict_json(predictor_input)`],Io=e=>e.tags.includes(`question-answering`)?Fo(e):Po(e),Lo=e=>[`from araclip import AraClip

model = AraClip.from_pretrained("${e.id}")`],Ro=e=>[`from asteroid.models import BaseModel

model = BaseModel.from_pretrained("${e.id}")`],zo=e=>[`# Watermark Generator
from audioseal import AudioSeal

model = AudioSeal.load_generator("${e.id}")
# pass a tensor (tensor_wav) of shape (batch, channels, samples) and a sample rate
wav, sr = tensor_wav, 16000

watermark = model.get_watermark(wav, sr)
watermarked_audio = wav + watermark`,`# Watermark Detector
from audioseal import AudioSeal

detector = AudioSeal.load_detector("${e.id}")

result, message = detector.detect_watermark(watermarked_audio, sr)`];function Bo(e){return jo(e.cardData?.base_model?.toString()??`fill-in-base-model`)}function Vo(e){let t=e.widgetData?.[0]?.text??e.cardData?.instance_prompt;if(t)return jo(t)}const Ho=e=>[`import requests
from PIL import Image
from ben2 import AutoModel

url = "https://huggingface.co/datasets/mishig/sample_images/resolve/main/teapot.jpg"
image = Image.open(requests.get(url, stream=True).raw)

model = AutoModel.from_pretrained("${e.id}")
model.to("cuda").eval()
foreground = model.inference(image)
`],Uo=e=>[`from bertopic import BERTopic

model = BERTopic.load("${e.id}")`],Wo=e=>[`from bm25s.hf import BM25HF

retriever = BM25HF.load_from_hub("${e.id}")`],Go=()=>[`# pip install chatterbox-tts
import torchaudio as ta
from chatterbox.tts import ChatterboxTTS

model = ChatterboxTTS.from_pretrained(device="cuda")

text = "Ezreal and Jinx teamed up with Ahri, Yasuo, and Teemo to take down the enemy's Nexus in an epic late-game pentakill."
wav = model.generate(text)
ta.save("test-1.wav", wav, model.sr)

# If you want to synthesize with a different voice, specify the audio prompt
AUDIO_PROMPT_PATH="YOUR_FILE.wav"
wav = model.generate(text, audio_prompt_path=AUDIO_PROMPT_PATH)
ta.save("test-2.wav", wav, model.sr)`],Ko=e=>[`pip install chronos-forecasting`,`import pandas as pd
from chronos import BaseChronosPipeline

pipeline = BaseChronosPipeline.from_pretrained("${e.id}", device_map="cuda")

# Load historical data
context_df = pd.read_csv("https://autogluon.s3.us-west-2.amazonaws.com/datasets/timeseries/misc/AirPassengers.csv")

# Generate predictions
pred_df = pipeline.predict_df(
    context_df,
    prediction_length=36,  # Number of steps to forecast
    quantile_levels=[0.1, 0.5, 0.9],  # Quantiles for probabilistic forecast
    id_column="item_id",  # Column identifying different time series
    timestamp_column="Month",  # Column with datetime information
    target="#Passengers",  # Column(s) with time series values to predict
)`],qo=e=>[`pip install git+https://github.com/HanClinto/CollectorVision huggingface_hub`,`from huggingface_hub import hf_hub_download
import collector_vision as cvg

checkpoint = hf_hub_download(repo_id="${e.id}", filename="model.onnx")

# Detector models, such as Cornelius:
detector = cvg.NeuralCornerDetector(checkpoint)

# Embedder models, such as Milo:
embedder = cvg.NeuralEmbedder(checkpoint)`],Jo=e=>[`pip install colipri`,`from colipri import get_model
from colipri import get_processor
from colipri import load_sample_ct
from colipri import ZeroShotImageClassificationPipeline

model = get_model().cuda()
processor = get_processor()
pipeline = ZeroShotImageClassificationPipeline("${e.id}", processor)

image = load_sample_ct()

pipeline(image, ["No lung nodules", "Lung nodules"])
`],Yo=()=>[`pip install git+https://github.com/SAP-samples/sap-rpt-1-oss`,`# Run a classification task
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split

from sap_rpt_oss import SAP_RPT_OSS_Classifier

# Load sample data
X, y = load_breast_cancer(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=42)

# Initialize a classifier, 8k context and 8-fold bagging gives best performance, reduce if running out of memory
clf = SAP_RPT_OSS_Classifier(max_context_size=8192, bagging=8)

clf.fit(X_train, y_train)

# Predict probabilities
prediction_probabilities = clf.predict_proba(X_test)
# Predict labels
predictions = clf.predict(X_test)
print("Accuracy", accuracy_score(y_test, predictions))`,`# Run a regression task
from sklearn.datasets import fetch_openml
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

from sap_rpt_oss import SAP_RPT_OSS_Regressor

# Load sample data
df = fetch_openml(data_id=531, as_frame=True)
X = df.data
y = df.target.astype(float)

# Train-test split
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=42)

# Initialize the regressor, 8k context and 8-fold bagging gives best performance, reduce if running out of memory
regressor = SAP_RPT_OSS_Regressor(max_context_size=8192, bagging=8)

regressor.fit(X_train, y_train)

# Predict on the test set
predictions = regressor.predict(X_test)

r2 = r2_score(y_test, predictions)
print("R² Score:", r2)`],Xo=e=>{let t=`# one Rust binary, no additional dependencies
cargo install cortiq-cli   # or a prebuilt binary from github.com/infosave2007/cmf/releases
hf download ${e.id} --include "*.cmf" --local-dir .
ls *.cmf                   # some repos ship more than one quantization`;return e.pipeline_tag===`text-to-image`?[t,`cortiq imagine FILE.cmf --prompt "a red fox in a snowy forest" --out fox.ppm`]:e.pipeline_tag===`text-to-video`?[t,`cortiq animate FILE.cmf --prompt "a corgi in a chef hat flipping a pancake" --out clip.avi`]:e.pipeline_tag===`text-to-audio`?[t,`cortiq music FILE.cmf --prompt "dream pop, warm analog synths, brushed drums" \\
  --lyrics "[verse] the tide came in and took the map" --seconds 20 --out song.wav`]:[t,`cortiq run FILE.cmf --prompt "What is the capital of France?"`,`cortiq serve FILE.cmf --port 8080   # OpenAI-compatible server`]},Zo=()=>[`# pip install git+https://github.com/Google-Health/cxr-foundation.git#subdirectory=python

# Load image as grayscale (Stillwaterising, CC0, via Wikimedia Commons)
import requests
from PIL import Image
from io import BytesIO
image_url = "https://upload.wikimedia.org/wikipedia/commons/c/c8/Chest_Xray_PA_3-8-2010.png"
img = Image.open(requests.get(image_url, headers={'User-Agent': 'Demo'}, stream=True).raw).convert('L')

# Run inference
from clientside.clients import make_hugging_face_client
cxr_client = make_hugging_face_client('cxr_model')
print(cxr_client.get_image_embeddings_from_images([img]))`],Qo=e=>{let t,n,r;return t=`<ENCODER>`,n=`<NUMBER_OF_FEATURES>`,r=`<OUT_CHANNELS>`,e.id===`depth-anything/Depth-Anything-V2-Small`?(t=`vits`,n=`64`,r=`[48, 96, 192, 384]`):e.id===`depth-anything/Depth-Anything-V2-Base`?(t=`vitb`,n=`128`,r=`[96, 192, 384, 768]`):e.id===`depth-anything/Depth-Anything-V2-Large`&&(t=`vitl`,n=`256`,r=`[256, 512, 1024, 1024`),[`
# Install from https://github.com/DepthAnything/Depth-Anything-V2

# Load the model and infer depth from an image
import cv2
import torch

from depth_anything_v2.dpt import DepthAnythingV2

# instantiate the model
model = DepthAnythingV2(encoder="${t}", features=${n}, out_channels=${r})

# load the weights
filepath = hf_hub_download(repo_id="${e.id}", filename="depth_anything_v2_${t}.pth", repo_type="model")
state_dict = torch.load(filepath, map_location="cpu")
model.load_state_dict(state_dict).eval()

raw_img = cv2.imread("your/image/path")
depth = model.infer_image(raw_img) # HxW raw depth map in numpy
    `]},$o=e=>[`# Download checkpoint
pip install huggingface-hub
huggingface-cli download --local-dir checkpoints ${e.id}`,`import depth_pro

# Load model and preprocessing transform
model, transform = depth_pro.create_model_and_transforms()
model.eval()

# Load and preprocess an image.
image, _, f_px = depth_pro.load_rgb("example.png")
image = transform(image)

# Run inference.
prediction = model.infer(image, f_px=f_px)

# Results: 1. Depth in meters
depth = prediction["depth"]
# Results: 2. Focal length in pixels
focallength_px = prediction["focallength_px"]`],es=()=>[`from huggingface_hub import from_pretrained_keras
import tensorflow as tf, requests

# Load and format input
IMAGE_URL = "https://storage.googleapis.com/dx-scin-public-data/dataset/images/3445096909671059178.png"
input_tensor = tf.train.Example(
    features=tf.train.Features(
        feature={
            "image/encoded": tf.train.Feature(
                bytes_list=tf.train.BytesList(value=[requests.get(IMAGE_URL, stream=True).content])
            )
        }
    )
).SerializeToString()

# Load model and run inference
loaded_model = from_pretrained_keras("google/derm-foundation")
infer = loaded_model.signatures["serving_default"]
print(infer(inputs=tf.constant([input_tensor])))`],ts=e=>[`import soundfile as sf
from dia.model import Dia

model = Dia.from_pretrained("${e.id}")
text = "[S1] Dia is an open weights text to dialogue model. [S2] You get full control over scripts and voices. [S1] Wow. Amazing. (laughs) [S2] Try it now on Git hub or Hugging Face."
output = model.generate(text)

sf.write("simple.mp3", output, 44100)`],ns=e=>[`from dia2 import Dia2, GenerationConfig, SamplingConfig

dia = Dia2.from_repo("${e.id}", device="cuda", dtype="bfloat16")
config = GenerationConfig(
    cfg_scale=2.0,
    audio=SamplingConfig(temperature=0.8, top_k=50),
    use_cuda_graph=True,
)
result = dia.generate("[S1] Hello Dia2!", config=config, output_wav="hello.wav", verbose=True)
`],rs=e=>[`# pip install git+https://github.com/NVlabs/describe-anything
from huggingface_hub import snapshot_download
from dam import DescribeAnythingModel

snapshot_download(${e.id}, local_dir="checkpoints")

dam = DescribeAnythingModel(
	model_path="checkpoints",
	conv_mode="v1",
	prompt_mode="focal_prompt",
)`],is=`Astronaut in a jungle, cold color palette, muted colors, detailed, 8k`,as=`Turn this cat into a dog`,os=`A man with short gray hair plays a red electric guitar.`,ss=e=>[`import torch
from diffusers import DiffusionPipeline

# switch to "mps" for apple devices
pipe = DiffusionPipeline.from_pretrained("${e.id}", dtype=torch.bfloat16, device_map="cuda")

prompt = "${Vo(e)??is}"
image = pipe(prompt).images[0]`],cs=e=>[`import torch
from diffusers import DiffusionPipeline
from diffusers.utils import load_image

# switch to "mps" for apple devices
pipe = DiffusionPipeline.from_pretrained("${e.id}", dtype=torch.bfloat16, device_map="cuda")

prompt = "${Vo(e)??as}"
input_image = load_image("https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/diffusers/cat.png")

image = pipe(image=input_image, prompt=prompt).images[0]`],ls=e=>[`import torch
from diffusers import DiffusionPipeline
from diffusers.utils import load_image, export_to_video

# switch to "mps" for apple devices
pipe = DiffusionPipeline.from_pretrained("${e.id}", dtype=torch.bfloat16, device_map="cuda")
pipe.to("cuda")

prompt = "${Vo(e)??os}"
image = load_image(
    "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/diffusers/guitar-man.png"
)

output = pipe(image=image, prompt=prompt).frames[0]
export_to_video(output, "output.mp4")`],us=e=>[`from diffusers import ControlNetModel, StableDiffusionControlNetPipeline

controlnet = ControlNetModel.from_pretrained("${e.id}")
pipe = StableDiffusionControlNetPipeline.from_pretrained(
	"${Bo(e)}", controlnet=controlnet
)`],ds=e=>[`import torch
from diffusers import DiffusionPipeline

# switch to "mps" for apple devices
pipe = DiffusionPipeline.from_pretrained("${Bo(e)}", dtype=torch.bfloat16, device_map="cuda")
pipe.load_lora_weights("${e.id}")

prompt = "${Vo(e)??is}"
image = pipe(prompt).images[0]`],fs=e=>[`import torch
from diffusers import DiffusionPipeline
from diffusers.utils import load_image

# switch to "mps" for apple devices
pipe = DiffusionPipeline.from_pretrained("${Bo(e)}", dtype=torch.bfloat16, device_map="cuda")
pipe.load_lora_weights("${e.id}")

prompt = "${Vo(e)??as}"
input_image = load_image("https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/diffusers/cat.png")

image = pipe(image=input_image, prompt=prompt).images[0]`],ps=e=>[`import torch
from diffusers import DiffusionPipeline
from diffusers.utils import export_to_video

# switch to "mps" for apple devices
pipe = DiffusionPipeline.from_pretrained("${Bo(e)}", dtype=torch.bfloat16, device_map="cuda")
pipe.load_lora_weights("${e.id}")

prompt = "${Vo(e)??os}"

output = pipe(prompt=prompt).frames[0]
export_to_video(output, "output.mp4")`],ms=e=>[`import torch
from diffusers import DiffusionPipeline
from diffusers.utils import load_image, export_to_video

# switch to "mps" for apple devices
pipe = DiffusionPipeline.from_pretrained("${Bo(e)}", dtype=torch.bfloat16, device_map="cuda")
pipe.load_lora_weights("${e.id}")

prompt = "${Vo(e)??os}"
input_image = load_image("https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/diffusers/guitar-man.png")

image = pipe(image=input_image, prompt=prompt).frames[0]
export_to_video(output, "output.mp4")`],hs=e=>[`import torch
from diffusers import DiffusionPipeline

# switch to "mps" for apple devices
pipe = DiffusionPipeline.from_pretrained("${Bo(e)}", dtype=torch.bfloat16, device_map="cuda")
pipe.load_textual_inversion("${e.id}")`],gs=e=>[`import torch
from diffusers import FluxFillPipeline
from diffusers.utils import load_image

image = load_image("https://huggingface.co/datasets/diffusers/diffusers-images-docs/resolve/main/cup.png")
mask = load_image("https://huggingface.co/datasets/diffusers/diffusers-images-docs/resolve/main/cup_mask.png")

# switch to "mps" for apple devices
pipe = FluxFillPipeline.from_pretrained("${e.id}", dtype=torch.bfloat16, device_map="cuda")
image = pipe(
    prompt="a white paper cup",
    image=image,
    mask_image=mask,
    height=1632,
    width=1232,
    guidance_scale=30,
    num_inference_steps=50,
    max_sequence_length=512,
    generator=torch.Generator("cpu").manual_seed(0)
).images[0]
image.save(f"flux-fill-dev.png")`],_s=e=>[`import torch
from diffusers import AutoPipelineForInpainting
from diffusers.utils import load_image

# switch to "mps" for apple devices
pipe = AutoPipelineForInpainting.from_pretrained("${e.id}", dtype=torch.float16, variant="fp16", device_map="cuda")

img_url = "https://raw.githubusercontent.com/CompVis/latent-diffusion/main/data/inpainting_examples/overture-creations-5sI6fQgYIuo.png"
mask_url = "https://raw.githubusercontent.com/CompVis/latent-diffusion/main/data/inpainting_examples/overture-creations-5sI6fQgYIuo_mask.png"

image = load_image(img_url).resize((1024, 1024))
mask_image = load_image(mask_url).resize((1024, 1024))

prompt = "a tiger sitting on a park bench"
generator = torch.Generator(device="cuda").manual_seed(0)

image = pipe(
  prompt=prompt,
  image=image,
  mask_image=mask_image,
  guidance_scale=8.0,
  num_inference_steps=20,  # steps between 15 and 30 work well for us
  strength=0.99,  # make sure to use \`strength\` below 1.0
  generator=generator,
).images[0]`],vs=e=>{let t;return t=e.tags.includes(`StableDiffusionInpaintPipeline`)||e.tags.includes(`StableDiffusionXLInpaintPipeline`)?_s(e):e.tags.includes(`controlnet`)?us(e):e.tags.includes(`lora`)?e.pipeline_tag===`image-to-image`?fs(e):e.pipeline_tag===`image-to-video`?ms(e):e.pipeline_tag===`text-to-video`?ps(e):ds(e):e.tags.includes(`textual_inversion`)?hs(e):e.tags.includes(`FluxFillPipeline`)?gs(e):e.pipeline_tag===`image-to-video`?ls(e):e.pipeline_tag===`image-to-image`?cs(e):ss(e),[`pip install -U diffusers transformers accelerate`,...t]},ys=e=>{let t=`# Pipeline for Stable Diffusion 3
from diffusionkit.mlx import DiffusionPipeline

pipeline = DiffusionPipeline(
	shift=3.0,
	use_t5=False,
	model_version=${e.id},
	low_memory_mode=True,
	a16=True,
	w16=True,
)`,n=`# Pipeline for Flux
from diffusionkit.mlx import FluxPipeline

pipeline = FluxPipeline(
  shift=1.0,
  model_version=${e.id},
  low_memory_mode=True,
  a16=True,
  w16=True,
)`,r=`# Image Generation
HEIGHT = 512
WIDTH = 512
NUM_STEPS = ${e.tags.includes(`flux`)?4:50}
CFG_WEIGHT = ${e.tags.includes(`flux`)?0:5}

image, _ = pipeline.generate_image(
  "a photo of a cat",
  cfg_weight=CFG_WEIGHT,
  num_steps=NUM_STEPS,
  latent_size=(HEIGHT // 8, WIDTH // 8),
)`;return[e.tags.includes(`flux`)?n:t,r]},bs=e=>[`# pip install --no-binary :all: cartesia-pytorch
from cartesia_pytorch import ReneLMHeadModel
from transformers import AutoTokenizer

model = ReneLMHeadModel.from_pretrained("${e.id}")
tokenizer = AutoTokenizer.from_pretrained("allenai/OLMo-1B-hf")

in_message = ["Rene Descartes was"]
inputs = tokenizer(in_message, return_tensors="pt")

outputs = model.generate(inputs.input_ids, max_length=50, top_k=100, top_p=0.99)
out_message = tokenizer.batch_decode(outputs, skip_special_tokens=True)[0]

print(out_message)
)`],xs=e=>[`import mlx.core as mx
import cartesia_mlx as cmx

model = cmx.from_pretrained("${e.id}")
model.set_dtype(mx.float32)

prompt = "Rene Descartes was"

for text in model.generate(
    prompt,
    max_tokens=500,
    eval_every_n=5,
    verbose=True,
    top_p=0.99,
    temperature=0.85,
):
    print(text, end="", flush=True)
`],Ss=e=>{let t=Q(e.id).replaceAll(`-`,`_`);return[`# Load it from the Hub directly
import edsnlp
nlp = edsnlp.load("${e.id}")
`,`# Or install it as a package
!pip install git+https://huggingface.co/${e.id}

# and import it as a module
import ${t}

nlp = ${t}.load()  # or edsnlp.load("${t}")
`]},Cs=e=>[`from espnet2.bin.tts_inference import Text2Speech

model = Text2Speech.from_pretrained("${e.id}")

speech, *_ = model("text to generate speech from")`],ws=e=>[`from espnet2.bin.asr_inference import Speech2Text

model = Speech2Text.from_pretrained(
  "${e.id}"
)

speech, rate = soundfile.read("speech.wav")
text, *_ = model(speech)[0]`],Ts=()=>[`unknown model type (must be text-to-speech or automatic-speech-recognition)`],Es=e=>e.tags.includes(`text-to-speech`)?Cs(e):e.tags.includes(`automatic-speech-recognition`)?ws(e):Ts(),Ds=e=>[`from fairseq.checkpoint_utils import load_model_ensemble_and_task_from_hf_hub

models, cfg, task = load_model_ensemble_and_task_from_hf_hub(
    "${e.id}"
)`],Os=e=>[`from flair.models import SequenceTagger

tagger = SequenceTagger.load("${e.id}")`],ks=e=>[`pip install flexray`,`from fxr.inference import FleXraySegmenter

segmenter = FleXraySegmenter.from_pretrained("${e.id}")
prediction = segmenter.predict("image.png", threshold=0.5)
masks = prediction.masks`],As=()=>[`pip install git+https://github.com/SAP-samples/flextab`,`# Run a classification task
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import accuracy_score
from sklearn.model_selection import train_test_split

from flextab import FlexTabClassifier

# Load sample data
X, y = load_breast_cancer(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=42)

# Initialize a classifier, 8k context and 8-fold bagging gives best performance, reduce if running out of memory
clf = FlexTabClassifier(max_context_size=8192, bagging=8)

clf.fit(X_train, y_train)

# Predict probabilities
prediction_probabilities = clf.predict_proba(X_test)
# Predict labels
predictions = clf.predict(X_test)
print("Accuracy", accuracy_score(y_test, predictions))`,`# Run a regression task
from sklearn.datasets import fetch_openml
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

from flextab import FlexTabRegressor

# Load sample data
df = fetch_openml(data_id=531, as_frame=True)
X = df.data
y = df.target.astype(float)

# Train-test split
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, random_state=42)

# Initialize the regressor, 8k context and 8-fold bagging gives best performance, reduce if running out of memory
regressor = FlexTabRegressor(max_context_size=8192, bagging=8)

regressor.fit(X_train, y_train)

# Predict on the test set
predictions = regressor.predict(X_test)

r2 = r2_score(y_test, predictions)
print("R² Score:", r2)`,`# Run a matching task
from sklearn.metrics import accuracy_score, roc_auc_score

from flextab import FlexTabMatcher
from flextab.utils.test_utils import load_febrl4

left_train, left_test, right_train, right_test, y_train, y_test = load_febrl4()

matcher = FlexTabMatcher(max_context_size=8192, bagging=1)
matcher.fit(left_train, right_train, y_train)
predictions = matcher.predict(left_test, right_test)
print(f'Accuracy {accuracy_score(y_test, predictions):.2%}')
# Probabilities (e.g. for thresholding or AUROC):
# probas = matcher.predict_proba_matching(left_test, right_test)
# print(f'AUROC {roc_auc_score(y_test, probas[:, 1]):.2%}')`],js=e=>[`# Install from https://github.com/SVLwoof/gaussianformer

from gaussianformer.pipelines.rendering_pipeline import GaussianFormerRenderingPipeline

pipeline = GaussianFormerRenderingPipeline.from_pretrained("${e.id}")`],Ms=e=>[`from gliner import GLiNER

model = GLiNER.from_pretrained("${e.id}")`],Ns=e=>[`from gliner2 import GLiNER2

model = GLiNER2.from_pretrained("${e.id}")

# Extract entities
text = "Apple CEO Tim Cook announced iPhone 15 in Cupertino yesterday."
result = extractor.extract_entities(text, ["company", "person", "product", "location"])

print(result)`],Ps=e=>[`# Download model
from huggingface_hub import snapshot_download

snapshot_download(${e.id}, local_dir="checkpoints")

from indextts.infer import IndexTTS

# Ensure config.yaml is present in the checkpoints directory
tts = IndexTTS(model_dir="checkpoints", cfg_path="checkpoints/config.yaml")

voice = "path/to/your/reference_voice.wav"  # Path to the voice reference audio file
text = "Hello, how are you?"
output_path = "output_index.wav"

tts.infer(voice, text, output_path)`],Fs=e=>[`# CLI usage
# see docs: https://ai-riksarkivet.github.io/htrflow/latest/getting_started/quick_start.html
htrflow pipeline <path/to/pipeline.yaml> <path/to/image>`,`# Python usage
from htrflow.pipeline.pipeline import Pipeline
from htrflow.pipeline.steps import Task
from htrflow.models.framework.model import ModelClass

pipeline = Pipeline(
    [
        Task(
            ModelClass, {"model": "${e.id}"}, {}
        ),
    ])`],Is=e=>{let t=`pip install "jev-style[torch]"`;return e.tags.includes(`mlx`)?t=`# Apple silicon
pip install "jev-style[mlx]"`:e.tags.includes(`gguf`)&&(t=`pip install jev-style
# GGUF builds score through llama.cpp: build the jev-score binary once
hf download ${e.id} build_jev_score.sh jev_score.cpp --local-dir jev-score
export JEV_SCORE_BIN=$(sh jev-score/build_jev_score.sh /path/to/llama.cpp | tail -n 1)`),[t,`from jev_style import JevStyle, noul, choice

js = JevStyle.from_pretrained("${e.id}")
out = js.decide("I was charged twice for one order.", {
    "billing": noul("This message is about billing."),
    "team": choice("Which team should handle it?", ["billing", "shipping", "tech"]),
})
print(out["answers"]["team"]["choice"])`]},Ls=e=>[`# Available backend options are: "jax", "torch", "tensorflow".
import os
os.environ["KERAS_BACKEND"] = "jax"

import keras

model = keras.saving.load_model("hf://${e.id}")
`],Rs=e=>[`# pip install -U zeromodels
# ZeroModels is pure Keras 3, so pick a backend: "jax", "torch" or "tensorflow".
import os
os.environ["KERAS_BACKEND"] = "jax"

from zeromodels import AutoZModel

# AutoZModel reads the repo's model_type and loads the matching class.
# For a task head use the matching loader, e.g. AutoZMImageClassify / AutoZMDetect /
# AutoZMSemanticSegment / AutoZMTextGenerate (see zeromodels.auto).
model = AutoZModel.from_weights("${e.id}")
`],zs={CausalLM:e=>`
import keras_hub

# Load CausalLM model (optional: use half precision for inference)
causal_lm = keras_hub.models.CausalLM.from_preset("hf://${e}", dtype="bfloat16")
causal_lm.compile(sampler="greedy")  # (optional) specify a sampler

# Generate text
causal_lm.generate("Keras: deep learning for", max_length=64)
`,TextToImage:e=>`
import keras_hub

# Load TextToImage model (optional: use half precision for inference)
text_to_image = keras_hub.models.TextToImage.from_preset("hf://${e}", dtype="bfloat16")

# Generate images with a TextToImage model.
text_to_image.generate("Astronaut in a jungle")
`,TextClassifier:e=>`
import keras_hub

# Load TextClassifier model
text_classifier = keras_hub.models.TextClassifier.from_preset(
    "hf://${e}",
    num_classes=2,
)
# Fine-tune
text_classifier.fit(x=["Thilling adventure!", "Total snoozefest."], y=[1, 0])
# Classify text
text_classifier.predict(["Not my cup of tea."])
`,ImageClassifier:e=>`
import keras_hub
import keras

# Load ImageClassifier model
image_classifier = keras_hub.models.ImageClassifier.from_preset(
    "hf://${e}",
    num_classes=2,
)
# Fine-tune
image_classifier.fit(
    x=keras.random.randint((32, 64, 64, 3), 0, 256),
    y=keras.random.randint((32, 1), 0, 2),
)
# Classify image
image_classifier.predict(keras.random.randint((1, 64, 64, 3), 0, 256))
`},Bs=(e,t)=>`
import keras_hub

# Create a ${e} model
task = keras_hub.models.${e}.from_preset("hf://${t}")
`,Vs=e=>`
import keras_hub

# Create a Backbone model unspecialized for any task
backbone = keras_hub.models.Backbone.from_preset("hf://${e}")
`,Hs=e=>{let t=e.id,n=(e.config?.keras_hub?.tasks??[]).filter(Mo),r=[];for(let[e,i]of Object.entries(zs))n.includes(e)&&r.push(i(t));for(let e of n)Object.keys(zs).includes(e)||r.push(Bs(e,t));return r.push(Vs(t)),r},Us=e=>[`# !pip install kernels

from kernels import get_kernel

kernel = get_kernel("${e.id}")`],Ws=e=>[`# Example usage for KimiAudio
# pip install git+https://github.com/MoonshotAI/Kimi-Audio.git

from kimia_infer.api.kimia import KimiAudio

model = KimiAudio(model_path="${e.id}", load_detokenizer=True)

sampling_params = {
    "audio_temperature": 0.8,
    "audio_top_k": 10,
    "text_temperature": 0.0,
    "text_top_k": 5,
}

# For ASR
asr_audio = "asr_example.wav"
messages_asr = [
    {"role": "user", "message_type": "text", "content": "Please transcribe the following audio:"},
    {"role": "user", "message_type": "audio", "content": asr_audio}
]
_, text = model.generate(messages_asr, **sampling_params, output_type="text")
print(text)

# For Q&A
qa_audio = "qa_example.wav"
messages_conv = [{"role": "user", "message_type": "audio", "content": qa_audio}]
wav, text = model.generate(messages_conv, **sampling_params, output_type="both")
sf.write("output_audio.wav", wav.cpu().view(-1).numpy(), 24000)
print(text)
`],Gs=e=>[`from kittentts import KittenTTS
m = KittenTTS("${e.id}")

audio = m.generate("This high quality TTS model works without a GPU")

# Save the audio
import soundfile as sf
sf.write('output.wav', audio, 24000)`];function Ks(e){let t=[e.id,...e.tags??[]],n=e.cardData?.base_model;return Array.isArray(n)?t.push(...n):n&&t.push(n),t.some(e=>/ltx[-_]?2\.5/i.test(e))}const qs=`models/gemma-3-12b`,Js=`A beautiful sunset over the ocean`;function Ys(e){return`# Install the LTX-2 pipelines
git clone https://github.com/Lightricks/LTX-2.git
cd LTX-2
uv sync ${e?`--extra natten`:`--frozen`}`}function Xs(e,t,n,r){let i=`uv run python -m ltx_pipelines.${e} \\\n    ${t.join(` \\
    `)}`,a=[`# ${n}`,i];return r?.footer&&a.push(r.footer),r?.hint&&a.push(`# For image-to-video, add: --image path/to/image.jpg 0 0.8`),a.join(`
`)}const Zs=`Lightricks/LTX-2.5-22b-IC-LoRA-Pixel-Spatial-Upscaler`;function Qs(e){let t=[`--transformer-path ${e.transformer}`,`--text-encoder-path ${e.textEncoder}`,`--video-vae-path ${e.videoVae}`,`--audio-vae-path ${e.audioVae}`,`--spatial-upsampler-path ${e.spatialUpsampler}`];return e.temporalUpsampler&&t.push(`--temporal-upsampler-path ${e.temporalUpsampler}`),t}function $s(e){let t={transformer:`${e}/diffusion_models/<distilled-transformer>.safetensors`,textEncoder:`${e}/text_encoders/gemma4-12b-with-proj-ltx-2.5-bf16.safetensors`,videoVae:`${e}/vae/<video-vae>.safetensors`,audioVae:`${e}/vae/<audio-vae>.safetensors`,spatialUpsampler:`${e}/latent_upscale_models/<spatial-upsampler>.safetensors`};return{distilled:t,dfr:{...t,temporalUpsampler:`${e}/latent_upscale_models/<temporal-upsampler>.safetensors`}}}function ec(){return{transformer:`path/to/distilled-transformer.safetensors`,textEncoder:`path/to/gemma4-12b-with-proj-ltx-2.5-bf16.safetensors`,videoVae:`path/to/video-vae.safetensors`,audioVae:`path/to/audio-vae.safetensors`,spatialUpsampler:`path/to/spatial-upsampler.safetensors`}}function tc(e,t,n){if(n===`adapter`)return`# Download the adapter weights from this repo
# (base components come from Lightricks/LTX-2.5 — see Files and versions)
hf download ${e} --local-dir ${t}`;let r=`models/${Zs.split(`/`)[1]}`;return`# Download weights from this repo
# Substitute filenames from this repo's "Files and versions" if they differ
hf download ${e} \\
    diffusion_models/<distilled-transformer>.safetensors \\
    text_encoders/gemma4-12b-with-proj-ltx-2.5-bf16.safetensors \\
    vae/<video-vae>.safetensors \\
    vae/<audio-vae>.safetensors \\
    latent_upscale_models/<spatial-upsampler>.safetensors \\
    latent_upscale_models/<temporal-upsampler>.safetensors \\
    --local-dir ${t}
# DFR requires the detailing IC-LoRA (separate repo; strength is fixed at 0.5)
hf download ${Zs} --local-dir ${r}`}function nc(e,t){return`# Download the weights from this repo, plus the Gemma text encoder
hf download ${e} --local-dir ${t}
hf download google/gemma-3-12b-it-qat-q4_0-unquantized --local-dir ${qs}`}function rc(e,t,n){let r=Ys(!0),i=`--lora ${t}/<weights>.safetensors 1.0`,a=ec();if(n.includes(`ic-lora`))return[r,tc(e.id,t,`adapter`),Xs(`ic_lora`,[...Qs(a),i,`--video-conditioning reference.mp4 1.0`,`--prompt "your prompt here"`,`--output-path output.mp4`],`Video-to-video with the IC-LoRA (runs on the distilled LTX-2.5 base)`)];if(n.includes(`lora`))return[r,tc(e.id,t,`adapter`),Xs(`distilled`,[...Qs(a),i,`--prompt "your prompt here"`,`--output-path output.mp4`],`Text/image-to-video with the LoRA on the distilled LTX-2.5 pipeline`,{hint:!0})];let{distilled:o,dfr:s}=$s(t),c=`models/${Zs.split(`/`)[1]}`;return[r,tc(e.id,t,`base`),Xs(`distilled`,[...Qs(o),`--num-frames 121`,`--prompt "${Js}"`,`--output-path output.mp4`],`Distilled LTX-2.5 pipeline (fast)`,{hint:!0}),Xs(`dfr_pipeline`,[...Qs(s),`--detailing-lora ${c}/ltx-2.5-22b-ic-lora-pixel-spatial-upscaler-x2-1.0.safetensors`,`--spatial-upscalings 1`,`--temporal-upscalings 1`,`--height 1088`,`--width 1920`,`--num-frames 121`,`--prompt "${Js}"`,`--output-path output.mp4`],`DFR pipeline (higher detail fidelity; optional temporal 2x/4x)`,{footer:`# For 4K: --spatial-upscalings 2 --width 3840 --height 2176`,hint:!0})]}function ic(e,t,n){let r=Ys(!1),i=nc(e.id,t),a=`--lora ${t}/<weights>.safetensors 1.0`,o=`--gemma-root ${qs}`;return n.includes(`ic-lora`)?[r,i,Xs(`ic_lora`,[`--distilled-checkpoint-path path/to/distilled_checkpoint.safetensors`,`--spatial-upsampler-path path/to/spatial_upsampler.safetensors`,o,a,`--video-conditioning reference.mp4 1.0`,`--prompt "your prompt here"`,`--output-path output.mp4`],`Video-to-video with the IC-LoRA (runs on the distilled base model)`)]:n.includes(`lora`)?[r,i,Xs(`ti2vid_two_stages_hq`,[`--checkpoint-path path/to/checkpoint.safetensors`,`--distilled-lora path/to/distilled_lora.safetensors 0.8`,`--spatial-upsampler-path path/to/spatial_upsampler.safetensors`,o,a,`--prompt "your prompt here"`,`--output-path output.mp4`],`Text/image-to-video with the LoRA on the HQ two-stage base pipeline`,{hint:!0})]:[r,i,Xs(`distilled`,[`--distilled-checkpoint-path ${t}/<distilled-checkpoint>.safetensors`,`--spatial-upsampler-path ${t}/<spatial-upsampler>.safetensors`,o,`--prompt "${Js}"`,`--output-path output.mp4`],`Fast pipeline (distilled model, no distilled LoRA needed)`,{hint:!0}),Xs(`ti2vid_two_stages_hq`,[`--checkpoint-path ${t}/<checkpoint>.safetensors`,`--distilled-lora ${t}/<distilled-lora>.safetensors 0.8`,`--spatial-upsampler-path ${t}/<spatial-upsampler>.safetensors`,o,`--prompt "${Js}"`,`--output-path output.mp4`],`HQ pipeline (two-stage, higher quality)`,{hint:!0})]}const ac=e=>{let t=`models/${Q(e.id)}`,n=e.tags??[];return Ks(e)?rc(e,t,n):ic(e,t,n)},oc=e=>e.tags.includes(`bi-encoder`)?[`#install from https://github.com/webis-de/lightning-ir

from lightning_ir import BiEncoderModule
model = BiEncoderModule("${e.id}")

model.score("query", ["doc1", "doc2", "doc3"])`]:e.tags.includes(`cross-encoder`)?[`#install from https://github.com/webis-de/lightning-ir

from lightning_ir import CrossEncoderModule
model = CrossEncoderModule("${e.id}")

model.score("query", ["doc1", "doc2", "doc3"])`]:[`#install from https://github.com/webis-de/lightning-ir

from lightning_ir import BiEncoderModule, CrossEncoderModule

# depending on the model type, use either BiEncoderModule or CrossEncoderModule
model = BiEncoderModule("${e.id}")
# model = CrossEncoderModule("${e.id}")

model.score("query", ["doc1", "doc2", "doc3"])`],sc=e=>{let t=[`# !pip install llama-cpp-python

from llama_cpp import Llama

llm = Llama.from_pretrained(
	repo_id="${e.id}",
	filename="{{GGUF_FILE}}",
)
`];if(e.tags.includes(`conversational`)){let n=Oo(e);t.push(`llm.create_chat_completion(
	messages = ${ko(n,{attributeKeyQuotes:!0,indent:`	`})}
)`)}else t.push(`output = llm(
	"Once upon a time,",
	max_tokens=512,
	echo=True
)
print(output)`);return t},cc=e=>{if(e.tags.includes(`smolvla`)){let t=[`# See https://github.com/huggingface/lerobot?tab=readme-ov-file#installation for more details
git clone https://github.com/huggingface/lerobot.git
cd lerobot
pip install -e .[smolvla]`,`# Launch finetuning on your dataset
python lerobot/scripts/train.py \\
--policy.path=${e.id} \\
--dataset.repo_id=lerobot/svla_so101_pickplace \\
--batch_size=64 \\
--steps=20000 \\
--output_dir=outputs/train/my_smolvla \\
--job_name=my_smolvla_training \\
--policy.device=cuda \\
--wandb.enable=true`];return e.id!==`lerobot/smolvla_base`&&t.push(`# Run the policy using the record function
python -m lerobot.record \\
  --robot.type=so101_follower \\
  --robot.port=/dev/ttyACM0 \\ # <- Use your port
  --robot.id=my_blue_follower_arm \\ # <- Use your robot id
  --robot.cameras="{ front: {type: opencv, index_or_path: 8, width: 640, height: 480, fps: 30}}" \\ # <- Use your cameras
  --dataset.single_task="Grasp a lego block and put it in the bin." \\ # <- Use the same task description you used in your dataset recording
  --dataset.repo_id=HF_USER/dataset_name \\  # <- This will be the dataset name on HF Hub
  --dataset.episode_time_s=50 \\
  --dataset.num_episodes=10 \\
  --policy.path=${e.id}`),t}return[]},lc=e=>[`# LiteRT-LM runs on various platforms (Android, iOS, Windows, Linux, macOS, IoT, Web/WASM)
# and supports many APIs (C++, Python, Kotlin, Swift, JavaScript, Flutter).
# For platform-specific integration guides, please refer to the official developer website:
# https://ai.google.dev/edge/litert-lm

# To try LiteRT-LM, the easiest way is to use our CLI tool.
# 1. Install the LiteRT-LM CLI tool:
pip install -U litert-lm

# 2. Download and run this model locally:
# See: https://ai.google.dev/edge/litert-lm/cli
litert-lm run \\
  --from-huggingface-repo=${e.id} \\
  --prompt="Write me a poem"`],uc=e=>[`# Note: 'keras<3.x' or 'tf_keras' must be installed (legacy)
# See https://github.com/keras-team/tf-keras for more details.
from huggingface_hub import from_pretrained_keras

model = from_pretrained_keras("${e.id}")
`],dc=e=>[`from mamba_ssm import MambaLMHeadModel

model = MambaLMHeadModel.from_pretrained("${e.id}")`],fc=e=>[`# Install from https://github.com/Camb-ai/MARS5-TTS

from inference import Mars5TTS
mars5 = Mars5TTS.from_pretrained("${e.id}")`],pc=e=>[`# Install from https://github.com/pq-yang/MatAnyone.git

from matanyone.model.matanyone import MatAnyone
model = MatAnyone.from_pretrained("${e.id}")`,`
from matanyone import InferenceCore
processor = InferenceCore("${e.id}")`],mc=e=>[`# memra serves NVIDIA Blackwell workstation and consumer cards (sm_120a), with a
# compile-gated Hopper lane. Prebuilt binaries need Linux x86_64 and driver 580+,
# and no CUDA toolkit.
curl -fsSL https://raw.githubusercontent.com/avifenesh/memra/main/tools/install.sh | sh`,`# One chat-templated generation. In a repo with several GGUF files, append
# :<substring> to choose one, for example hf:${e.id}:Q4_K_M
MEMRA_CHAT=1 run-gen hf:${e.id} --prompt "Explain KV caches in one sentence."`,`# Or an OpenAI-compatible server on 127.0.0.1:8080.
MEMRA_MODELS="model=hf:${e.id}" memra-server`],hc=()=>[`# Install from https://github.com/buaacyw/MeshAnything.git

from MeshAnything.models.meshanything import MeshAnything

# refer to https://github.com/buaacyw/MeshAnything/blob/main/main.py#L91 on how to define args
# and https://github.com/buaacyw/MeshAnything/blob/main/app.py regarding usage
model = MeshAnything(args)`],gc=e=>{let t=e.widgetData?.[0],n=jo(t?.text??``),r=e.mask_token??`<mask>`,i=n?.replace(r,`A`),a=[`pip install multimolecule`];return i?a.push(`from multimolecule import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("${e.id}")
model = AutoModel.from_pretrained("${e.id}")

inputs = tokenizer("${i}", return_tensors="pt")
outputs = model(**inputs)
embeddings = outputs.last_hidden_state`):a.push(`from multimolecule import AutoModel, AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("${e.id}")
model = AutoModel.from_pretrained("${e.id}")`),e.tags.includes(`rna-secondary-structure`)&&n?a.push(`import multimolecule
from transformers import pipeline

predictor = pipeline("rna-secondary-structure", model="${e.id}")
output = predictor("${n}")
print(output["secondary_structure"])`):e.pipeline_tag===`fill-mask`&&n&&a.push(`import multimolecule
from transformers import pipeline

predictor = pipeline("fill-mask", model="${e.id}")
output = predictor("${n}")`),a},_c=e=>[`import open_clip

model, preprocess_train, preprocess_val = open_clip.create_model_and_transforms('hf-hub:${e.id}')
tokenizer = open_clip.get_tokenizer('hf-hub:${e.id}')`],vc=e=>{let t=e.id.split(`/`).pop()??e.id;return[`# Install the openasr CLI: https://github.com/QuintinShaw/openasr/releases
openasr pull ${t}
openasr transcribe audio.wav --model ${t}`]},yc=()=>[`# pip install 'opendde[gpu]'
# Checkpoints are fetched from the Hub into $OPENDDE_ROOT_DIR (default ~/.cache/opendde)
opendde doctor
opendde pred -i examples/input.json -o ./output -n opendde_v1`],bc=e=>{let t=e.config?.architectures?.[0];return t&&Mo(t)?[[`from paddlenlp.transformers import AutoTokenizer, ${t}`,``,`tokenizer = AutoTokenizer.from_pretrained("${e.id}", from_hf_hub=True)`,`model = ${t}.from_pretrained("${e.id}", from_hf_hub=True)`].join(`
`)]:[[`# ⚠️ Type of model unknown`,`from paddlenlp.transformers import AutoTokenizer, AutoModel`,``,`tokenizer = AutoTokenizer.from_pretrained("${e.id}", from_hf_hub=True)`,`model = AutoModel.from_pretrained("${e.id}", from_hf_hub=True)`].join(`
`)]},xc=e=>{let t={textline_detection:{className:`TextDetection`},textline_recognition:{className:`TextRecognition`},seal_text_detection:{className:`SealTextDetection`},doc_img_unwarping:{className:`TextImageUnwarping`},doc_img_orientation_classification:{className:`DocImgOrientationClassification`},textline_orientation_classification:{className:`TextLineOrientationClassification`},chart_parsing:{className:`ChartParsing`},formula_recognition:{className:`FormulaRecognition`},layout_detection:{className:`LayoutDetection`},table_cells_detection:{className:`TableCellsDetection`},wired_table_classification:{className:`TableClassification`},table_structure_recognition:{className:`TableStructureRecognition`}};if(e.tags.includes(`doc_vlm`))return[`# 1. See https://www.paddlepaddle.org.cn/en/install to install paddlepaddle
# 2. pip install paddleocr

from paddleocr import DocVLM
model = DocVLM(model_name="${Q(e.id)}")
output = model.predict(
    input={"image": "path/to/image.png", "query": "Parsing this image and output the content in Markdown format."},
    batch_size=1
)
for res in output:
    res.print()
    res.save_to_json(save_path="./output/res.json")`];if(e.tags.includes(`document-parse`)){let t=e.id.replace(`PaddlePaddle/PaddleOCR-VL-`,`v`);return[`# See https://www.paddleocr.ai/latest/version3.x/pipeline_usage/PaddleOCR-VL.html to installation

from paddleocr import PaddleOCRVL
pipeline = PaddleOCRVL(pipeline_version="${t===`PaddlePaddle/PaddleOCR-VL`?`v1`:t}")
output = pipeline.predict("path/to/document_image.png")
for res in output:
	res.print()
	res.save_to_json(save_path="output")
	res.save_to_markdown(save_path="output")`]}for(let n of e.tags)if(n in t){let{className:r}=t[n];return[`# 1. See https://www.paddlepaddle.org.cn/en/install to install paddlepaddle
# 2. pip install paddleocr

from paddleocr import ${r}
model = ${r}(model_name="${Q(e.id)}")
output = model.predict(input="path/to/image.png", batch_size=1)
for res in output:
    res.print()
    res.save_to_img(save_path="./output/")
    res.save_to_json(save_path="./output/res.json")`]}return[`# Please refer to the document for information on how to use the model.
# https://paddlepaddle.github.io/PaddleOCR/latest/en/version3.x/module_usage/module_overview.html`]},Sc=e=>{let t=`# Use PE-Core models as CLIP models
import core.vision_encoder.pe as pe

model = pe.CLIP.from_config("${e.id}", pretrained=True)`,n=`# Use any PE model as a vision encoder
import core.vision_encoder.pe as pe

model = pe.VisionTransformer.from_config("${e.id}", pretrained=True)`;return e.id.includes(`Core`)?[t,n]:[n]},Cc=e=>[`from huggingface_hub import snapshot_download
from phantom_wan import WANI2V, configs

checkpoint_dir = snapshot_download("${e.id}")
wan_i2v = WanI2V(
            config=configs.WAN_CONFIGS['i2v-14B'],
            checkpoint_dir=checkpoint_dir,
        )
 video = wan_i2v.generate(text_prompt, image_prompt)`],wc=e=>[`from pocket_tts import TTSModel
import scipy.io.wavfile

tts_model = TTSModel.load_model("${e.id}")
voice_state = tts_model.get_state_for_audio_prompt(
    "hf://kyutai/tts-voices/alba-mackenna/casual.wav"
)
audio = tts_model.generate_audio(voice_state, "Hello world, this is a test.")
# Audio is a 1D torch tensor containing PCM data.
scipy.io.wavfile.write("output.wav", tts_model.sample_rate, audio.numpy())`],Tc=e=>[`from pyannote.audio import Pipeline

pipeline = Pipeline.from_pretrained("${e.id}")

# inference on the whole file
pipeline("file.wav")

# inference on an excerpt
from pyannote.core import Segment
excerpt = Segment(start=2.0, end=5.0)

from pyannote.audio import Audio
waveform, sample_rate = Audio().crop("file.wav", excerpt)
pipeline({"waveform": waveform, "sample_rate": sample_rate})`],Ec=e=>[`from pyannote.audio import Model, Inference

model = Model.from_pretrained("${e.id}")
inference = Inference(model)

# inference on the whole file
inference("file.wav")

# inference on an excerpt
from pyannote.core import Segment
excerpt = Segment(start=2.0, end=5.0)
inference.crop("file.wav", excerpt)`],Dc=e=>e.tags.includes(`pyannote-audio-pipeline`)?Tc(e):Ec(e),Oc=e=>[`from relik import Relik

relik = Relik.from_pretrained("${e.id}")`],kc=e=>[`# Install from https://github.com/microsoft/renderformer

from renderformer import RenderFormerRenderingPipeline
pipeline = RenderFormerRenderingPipeline.from_pretrained("${e.id}")`],Ac=e=>[`# pip install routee.powertrain
import pandas as pd
import routee.powertrain as pt
from routee.powertrain.registry import HFRegistry

registry = HFRegistry(repo_id="${e.id}")

# find a vehicle: filter by make, model, year, powertrain type, features, ...
pt.query_available_models(make="tesla", model="model 3", registry=registry)

# load one by its id: "<make>/<vehicle_slug>/<year>/<config_slug>"
model = pt.load_model("tesla/model_3_bev/2022/rf_c3326385", registry=registry)

links = pd.DataFrame({
    "distance": [0.1, 0.2],  # miles
    "speed_mph": [30, 55],
    "grade_percent": [-2.0, 1.0],
})
model.predict(links)`],jc=e=>[`from tensorflow_tts.inference import AutoProcessor, TFAutoModel

processor = AutoProcessor.from_pretrained("${e.id}")
model = TFAutoModel.from_pretrained("${e.id}")
`],Mc=e=>[`from tensorflow_tts.inference import TFAutoModel

model = TFAutoModel.from_pretrained("${e.id}")
audios = model.inference(mels)
`],Nc=e=>[`from tensorflow_tts.inference import TFAutoModel

model = TFAutoModel.from_pretrained("${e.id}")
`],Pc=e=>e.tags.includes(`text-to-mel`)?jc(e):e.tags.includes(`mel-to-wav`)?Mc(e):Nc(e),Fc=e=>[`import timm

model = timm.create_model("hf_hub:${e.id}", pretrained=True)`],Ic=()=>[`# pip install sae-lens
from sae_lens import SAE

sae, cfg_dict, sparsity = SAE.from_pretrained(
    release = "RELEASE_ID", # e.g., "gpt2-small-res-jb". See other options in https://github.com/jbloomAus/SAELens/blob/main/sae_lens/pretrained_saes.yaml
    sae_id = "SAE_ID", # e.g., "blocks.8.hook_resid_pre". Won't always be a hook point
)`],Lc=()=>[`# seed_story_cfg_path refers to 'https://github.com/TencentARC/SEED-Story/blob/master/configs/clm_models/agent_7b_sft.yaml'
# llm_cfg_path refers to 'https://github.com/TencentARC/SEED-Story/blob/master/configs/clm_models/llama2chat7b_lora.yaml'
from omegaconf import OmegaConf
import hydra

# load Llama2
llm_cfg = OmegaConf.load(llm_cfg_path)
llm = hydra.utils.instantiate(llm_cfg, torch_dtype="fp16")

# initialize seed_story
seed_story_cfg = OmegaConf.load(seed_story_cfg_path)
seed_story = hydra.utils.instantiate(seed_story_cfg, llm=llm) `],Rc=(e,t)=>[`import joblib
from skops.hub_utils import download
download("${e.id}", "path_to_folder")
model = joblib.load(
	"${jo(t)}"
)
# only load pickle files from sources you trust
# read more about it here https://skops.readthedocs.io/en/stable/persistence.html`],zc=(e,t)=>[`from skops.hub_utils import download
from skops.io import load
download("${e.id}", "path_to_folder")
# make sure model file is in skops format
# if model is a pickle file, make sure it's from a source you trust
model = load("path_to_folder/${jo(t)}")`],Bc=e=>[`from huggingface_hub import hf_hub_download
import joblib
model = joblib.load(
	hf_hub_download("${e.id}", "sklearn_model.joblib")
)
# only load pickle files from sources you trust
# read more about it here https://skops.readthedocs.io/en/stable/persistence.html`],Vc=e=>{if(e.tags.includes(`skops`)){let t=e.config?.sklearn?.model?.file,n=e.config?.sklearn?.model_format;return t?n===`pickle`?Rc(e,t):zc(e,t):[`# ⚠️ Model filename not specified in config.json`]}return Bc(e)},Hc=e=>[`import torch
import torchaudio
from einops import rearrange
from stable_audio_tools import get_pretrained_model
from stable_audio_tools.inference.generation import generate_diffusion_cond

device = "cuda" if torch.cuda.is_available() else "cpu"

# Download model
model, model_config = get_pretrained_model("${e.id}")
sample_rate = model_config["sample_rate"]
sample_size = model_config["sample_size"]

model = model.to(device)

# Set up text and timing conditioning
conditioning = [{
	"prompt": "128 BPM tech house drum loop",
}]

# Generate stereo audio
output = generate_diffusion_cond(
	model,
	conditioning=conditioning,
	sample_size=sample_size,
	device=device
)

# Rearrange audio batch to a single sequence
output = rearrange(output, "b d n -> d (b n)")

# Peak normalize, clip, convert to int16, and save to file
output = output.to(torch.float32).div(torch.max(torch.abs(output))).clamp(-1, 1).mul(32767).to(torch.int16).cpu()
torchaudio.save("output.wav", output, sample_rate)`],Uc=e=>[`from huggingface_hub import from_pretrained_fastai

learn = from_pretrained_fastai("${e.id}")`],Wc=e=>[`# Use SAM2 with images
import torch
from sam2.sam2_image_predictor import SAM2ImagePredictor

predictor = SAM2ImagePredictor.from_pretrained(${e.id})

with torch.inference_mode(), torch.autocast("cuda", dtype=torch.bfloat16):
    predictor.set_image(<your_image>)
    masks, _, _ = predictor.predict(<input_prompts>)`,`# Use SAM2 with videos
import torch
from sam2.sam2_video_predictor import SAM2VideoPredictor

predictor = SAM2VideoPredictor.from_pretrained(${e.id})

with torch.inference_mode(), torch.autocast("cuda", dtype=torch.bfloat16):
    state = predictor.init_state(<your_video>)

    # add new prompts and instantly get the output on the same frame
    frame_idx, object_ids, masks = predictor.add_new_points(state, <your_prompts>):

    # propagate the prompts to get masklets throughout the video
    for frame_idx, object_ids, masks in predictor.propagate_in_video(state):
        ...`],Gc=e=>[`from inference import Inference, load_image, load_single_mask
from huggingface_hub import hf_hub_download

path = hf_hub_download("${e.id}", "pipeline.yaml")
inference = Inference(path, compile=False)

image = load_image("path_to_image.png")
mask = load_single_mask("path_to_mask.png", index=14)

output = inference(image, mask)`],Kc=e=>[`from notebook.utils import setup_sam_3d_body

estimator = setup_sam_3d_body(${e.id})
outputs = estimator.process_one_image(image)
rend_img = visualize_sample_together(image, outputs, estimator.faces)`],qc=e=>[`python -m sample_factory.huggingface.load_from_hub -r ${e.id} -d ./train_dir`];function Jc(e){let t=e.widgetData?.[0];if(t?.source_sentence&&t?.sentences?.length)return[t.source_sentence,...t.sentences]}const Yc=e=>{let t=`# Run this model on the Apple Neural Engine, without CoreML.`;return e.pipeline_tag===`text-generation`?[`${t}
import aneforge as af
from transformers import AutoTokenizer

tok = AutoTokenizer.from_pretrained("${e.id}")
model = af.load_llm("${e.id}")            # prefill + resident-KV-cache decode on the ANE
ids = tok.encode("The Neural Engine is")
print(tok.decode(model.generate(ids, max_new_tokens=20)))`]:e.pipeline_tag===`zero-shot-image-classification`||e.tags.includes(`clip`)?[`${t}
import aneforge as af

clip = af.load_clip("${e.id}")
labels = clip.classify(image, ["a photo of a cat", "a photo of a dog"])  # image: a PIL.Image; zero-shot (label, prob)`]:e.tags.includes(`resnet`)?[`${t}
import aneforge as af

net = af.load_resnet("${e.id}")             # BatchNorm folded into the preceding conv at load
logits = net(pixels)                          # pixels: a preprocessed [1, 3, 224, 224] float32 batch -> [1, 1000]`]:e.pipeline_tag===`image-classification`?[`${t}
import aneforge as af

vit = af.load_vit("${e.id}")
labels = vit.classify(image)                  # image: a PIL.Image; returns top-k (label, logit)`]:e.pipeline_tag===`automatic-speech-recognition`?[`${t}
import aneforge as af

asr = af.load_whisper("${e.id}")
text = asr.transcribe(audio)                  # audio: a 16 kHz mono float32 waveform`]:[`# Run this model's encoder on the Apple Neural Engine, without CoreML.
from aneforge.sentence_transformers import SentenceTransformer

model = SentenceTransformer("${e.id}")
embeddings = model.encode(["Hello from the Neural Engine"], normalize_embeddings=True)`]},Xc=e=>{let t=e.tags.includes(Ao)?`, trust_remote_code=True`:``;if(e.tags.includes(`PyLate`))return[`from pylate import models

queries = [
    "Which planet is known as the Red Planet?",
    "What is the largest planet in our solar system?",
]

documents = [
    ["Mars is the Red Planet.", "Venus is Earth's twin."],
    ["Jupiter is the largest planet.", "Saturn has rings."],
]

model = models.ColBERT(model_name_or_path="${e.id}")

queries_emb = model.encode(queries, is_query=True)
docs_emb = model.encode(documents, is_query=False)`];if(e.tags.includes(`cross-encoder`)||e.pipeline_tag==`text-ranking`)return[`from sentence_transformers import CrossEncoder

model = CrossEncoder("${e.id}"${t})

query = "Which planet is known as the Red Planet?"
passages = [
	"Venus is often called Earth's twin because of its similar size and proximity.",
	"Mars, known for its reddish appearance, is often referred to as the Red Planet.",
	"Jupiter, the largest planet in our solar system, has a prominent red spot.",
	"Saturn, famous for its rings, is sometimes mistaken for the Red Planet."
]

scores = model.predict([(query, passage) for passage in passages])
print(scores)`];let n=Jc(e)??[`The weather is lovely today.`,`It's so sunny outside!`,`He drove to the stadium.`];return[`from sentence_transformers import SentenceTransformer

model = SentenceTransformer("${e.id}"${t})

sentences = ${JSON.stringify(n,null,4)}
embeddings = model.encode(sentences)

similarities = model.similarity(embeddings, embeddings)
print(similarities.shape)
# [${n.length}, ${n.length}]`]},Zc=e=>[`from setfit import SetFitModel

model = SetFitModel.from_pretrained("${e.id}")`],Qc=e=>[`!pip install https://huggingface.co/${e.id}/resolve/main/${Q(e.id)}-any-py3-none-any.whl

# Using spacy.load().
import spacy
nlp = spacy.load("${Q(e.id)}")

# Importing as module.
import ${Q(e.id)}
nlp = ${Q(e.id)}.load()`],$c=e=>[`from span_marker import SpanMarkerModel

model = SpanMarkerModel.from_pretrained("${e.id}")`],el=e=>[`import stanza

stanza.download("${Q(e.id).replace(`stanza-`,``)}")
nlp = stanza.Pipeline("${Q(e.id).replace(`stanza-`,``)}")`],tl=e=>{switch(e){case`EncoderClassifier`:return`classify_file`;case`EncoderDecoderASR`:case`EncoderASR`:return`transcribe_file`;case`SpectralMaskEnhancement`:return`enhance_file`;case`SepformerSeparation`:return`separate_file`;default:return}},nl=e=>{let t=e.config?.speechbrain?.speechbrain_interface;if(t===void 0)return[`# interface not specified in config.json`];let n=tl(t);return n===void 0?[`# interface in config.json invalid`]:[`from speechbrain.pretrained import ${t}
model = ${t}.from_hparams(
  "${e.id}"
)
model.${n}("file.wav")`]},rl=e=>[`from terratorch.registry import BACKBONE_REGISTRY

model = BACKBONE_REGISTRY.build("${e.id}")`],il=e=>e.config?.tokenizer_config?.chat_template!==void 0||e.config?.processor_config?.chat_template!==void 0||e.config?.chat_template_jinja!==void 0,al=e=>{let t=e.transformersInfo?.auto_model;return t&&Mo(t)?t:void 0},ol=e=>{let t=e.transformersInfo;if(!t)return[`# ⚠️ Type of model unknown`];let n=al(e)??`AutoModel`,r=e.tags.includes(Ao)?`, trust_remote_code=True`:``,i=[];if(t.processor){let a=t.processor===`AutoTokenizer`?`tokenizer`:t.processor===`AutoFeatureExtractor`?`extractor`:`processor`;i.push(`# Load model directly`,`from transformers import ${t.processor}, ${n}`,``,`${a} = ${t.processor}.from_pretrained("${e.id}"`+r+`)`,`model = ${n}.from_pretrained("${e.id}"`+r+`, device_map="auto")`),e.tags.includes(`conversational`)&&il(e)&&(e.tags.includes(`image-text-to-text`)?i.push(`messages = [`,`    {
        "role": "user",
        "content": [
            {"type": "image", "url": "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/p-blog/candy.JPG"},
            {"type": "text", "text": "What animal is on the candy?"}
        ]
    },`,`]`):i.push(`messages = [`,`    {"role": "user", "content": "Who are you?"},`,`]`),i.push(`inputs = ${a}.apply_chat_template(`,`	messages,`,`	add_generation_prompt=True,`,`	tokenize=True,`,`	return_dict=True,`,`	return_tensors="pt",`,`).to(model.device)`,``,`outputs = model.generate(**inputs, max_new_tokens=40)`,`print(${a}.decode(outputs[0][inputs["input_ids"].shape[-1]:]))`))}else i.push(`# Load model directly`,`from transformers import ${n}`,`model = ${n}.from_pretrained("${e.id}"`+r+`, device_map="auto")`);if(e.pipeline_tag&&$i.transformers?.includes(e.pipeline_tag)){let t=[`# Use a pipeline as a high-level helper`];return ea.includes(e.pipeline_tag)&&t.push(`# Warning: Pipeline type "${e.pipeline_tag}" is no longer supported in transformers v5.`,`# You must load the model directly (see below) or downgrade to v4.x with:`,`# 'pip install "transformers<5.0.0'`),t.push(`from transformers import pipeline`,``,`pipe = pipeline("${e.pipeline_tag}", model="${e.id}"`+r+`)`),e.tags.includes(`conversational`)?e.tags.includes(`image-text-to-text`)?(t.push(`messages = [`,`    {
        "role": "user",
        "content": [
            {"type": "image", "url": "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/p-blog/candy.JPG"},
            {"type": "text", "text": "What animal is on the candy?"}
        ]
    },`,`]`),t.push(`pipe(text=messages)`)):(t.push(`messages = [`,`    {"role": "user", "content": "Who are you?"},`,`]`),t.push(`pipe(messages)`)):e.pipeline_tag===`zero-shot-image-classification`?t.push(`pipe(`,`    "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/hub/parrots.png",`,`    candidate_labels=["animals", "humans", "landscape"],`,`)`):e.pipeline_tag===`image-classification`&&t.push(`pipe("https://huggingface.co/datasets/huggingface/documentation-images/resolve/main/hub/parrots.png")`),[t.join(`
`),i.join(`
`)]}return[i.join(`
`)]},sl=e=>{if(!e.pipeline_tag)return[`// ⚠️ Unknown pipeline tag`];let t=`@huggingface/transformers`;return[`// npm i ${t}
import { pipeline } from '${t}';

// Allocate pipeline
const pipe = await pipeline('${e.pipeline_tag}', '${e.id}');`]},cl=e=>{switch(e){case`CAUSAL_LM`:return`CausalLM`;case`SEQ_2_SEQ_LM`:return`Seq2SeqLM`;case`TOKEN_CLS`:return`TokenClassification`;case`SEQ_CLS`:return`SequenceClassification`;default:return}},ll=e=>{let{base_model_name_or_path:t,task_type:n}=e.config?.peft??{},r=cl(n);return r?t?[`from peft import PeftModel
from transformers import AutoModelFor${r}

base_model = AutoModelFor${r}.from_pretrained("${jo(t)}")
model = PeftModel.from_pretrained(base_model, "${e.id}")`]:[`Base model is not found.`]:[`Task type is invalid.`]},ul=e=>[`from huggingface_hub import hf_hub_download
import fasttext

model = fasttext.load_model(hf_hub_download("${e.id}", "model.bin"))`],dl=e=>[`from huggingface_sb3 import load_from_hub
checkpoint = load_from_hub(
	repo_id="${e.id}",
	filename="{MODEL FILENAME}.zip",
)`],fl=(e,t)=>{switch(e){case`ASR`:return[`import nemo.collections.asr as nemo_asr
asr_model = nemo_asr.models.ASRModel.from_pretrained("${t.id}")

transcriptions = asr_model.transcribe(["file.wav"])`];default:return}},pl=e=>[`mlagents-load-from-hf --repo-id="${e.id}" --local-dir="./download: string[]s"`],ml=()=>[`string modelName = "[Your model name here].sentis";
Model model = ModelLoader.Load(Application.streamingAssetsPath + "/" + modelName);
IWorker engine = WorkerFactory.CreateWorker(BackendType.GPUCompute, model);
// Please see provided C# file for more details
`],hl=e=>[`
# Load the model and infer image from text
import torch
from app.sana_pipeline import SanaPipeline
from torchvision.utils import save_image

sana = SanaPipeline("configs/sana_config/1024ms/Sana_1600M_img1024.yaml")
sana.from_pretrained("hf://${e.id}")

image = sana(
    prompt='a cyberpunk cat with a neon sign that says "Sana"',
    height=1024,
    width=1024,
    guidance_scale=5.0,
    pag_guidance_scale=2.0,
    num_inference_steps=18,
) `],gl=e=>[`import torch, soundfile as sf, librosa, numpy as np
from vibevoice.processor.vibevoice_processor import VibeVoiceProcessor
from vibevoice.modular.modeling_vibevoice_inference import VibeVoiceForConditionalGenerationInference

# Load voice sample (should be 24kHz mono)
voice, sr = sf.read("path/to/voice_sample.wav")
if voice.ndim > 1: voice = voice.mean(axis=1)
if sr != 24000: voice = librosa.resample(voice, sr, 24000)

processor = VibeVoiceProcessor.from_pretrained("${e.id}")
model = VibeVoiceForConditionalGenerationInference.from_pretrained(
    "${e.id}", torch_dtype=torch.bfloat16
).to("cuda").eval()
model.set_ddpm_inference_steps(5)

inputs = processor(text=["Speaker 0: Hello!\\nSpeaker 1: Hi there!"],
                   voice_samples=[[voice]], return_tensors="pt")
audio = model.generate(**inputs, cfg_scale=1.3,
                       tokenizer=processor.tokenizer).speech_outputs[0]
sf.write("output.wav", audio.cpu().numpy().squeeze(), 24000)`],_l=e=>[`# Install from https://github.com/google-deepmind/videoprism
import jax
from videoprism import models as vp

flax_model = vp.get_model("${e.id}")
loaded_state = vp.load_pretrained_weights("${e.id}")

@jax.jit
def forward_fn(inputs, train=False):
  return flax_model.apply(loaded_state, inputs, train=train)`],vl=e=>[`from Trainer_finetune import Model

model = Model.from_pretrained("${e.id}")`],yl=e=>[`from huggingface_hub import hf_hub_download
	 from inference_onnx import LVFaceONNXInferencer

model_path = hf_hub_download("${e.id}", "LVFace-L_Glint360K/LVFace-L_Glint360K.onnx")
inferencer = LVFaceONNXInferencer(model_path, use_gpu=True, timeout=300)
img_path = 'path/to/image1.jpg'
embedding = inferencer.infer_from_image(img_path)`],bl=e=>[`from voicecraft import VoiceCraft

model = VoiceCraft.from_pretrained("${e.id}")`],xl=e=>[`import soundfile as sf
from voxcpm import VoxCPM

model = VoxCPM.from_pretrained("${e.id}")

wav = model.generate(
    text="VoxCPM is an innovative end-to-end TTS model from ModelBest, designed to generate highly expressive speech.",
    prompt_wav_path=None,      # optional: path to a prompt speech for voice cloning
    prompt_text=None,          # optional: reference text
    cfg_value=2.0,             # LM guidance on LocDiT, higher for better adherence to the prompt, but maybe worse
    inference_timesteps=10,   # LocDiT inference timesteps, higher for better result, lower for fast speed
    normalize=True,           # enable external TN tool
    denoise=True,             # enable external Denoise tool
    retry_badcase=True,        # enable retrying mode for some bad cases (unstoppable)
    retry_badcase_max_times=3,  # maximum retrying times
    retry_badcase_ratio_threshold=6.0, # maximum length restriction for bad case detection (simple but effective), it could be adjusted for slow pace speech
)

sf.write("output.wav", wav, 16000)
print("saved: output.wav")`],Sl=()=>[`# !pip install git+https://github.com/fluxions-ai/vui

import torchaudio

from vui.inference import render
from vui.model import Vui,

model = Vui.from_pretrained().cuda()
waveform = render(
    model,
    "Hey, here is some random stuff, usually something quite long as the shorter the text the less likely the model can cope!",
)
print(waveform.shape)
torchaudio.save("out.opus", waveform[0], 22050)
`],Cl=()=>[`import ChatTTS
import torchaudio

chat = ChatTTS.Chat()
chat.load_models(compile=False) # Set to True for better performance

texts = ["PUT YOUR TEXT HERE",]

wavs = chat.infer(texts, )

torchaudio.save("output1.wav", torch.from_numpy(wavs[0]), 24000)`],wl=e=>{let t=e.tags.find(e=>e.match(/^yolov\d+$/)),n=t?`YOLOv${t.slice(4)}`:`YOLOvXX`;return[(t?``:`# Couldn't find a valid YOLO version tag.
# Replace XX with the correct version.
`)+`from ultralytics import ${n}

model = ${n}.from_pretrained("${e.id}")
source = 'http://images.cocodataset.org/val2017/000000039769.jpg'
model.predict(source=source, save=True)`]},Tl=e=>[`# Option 1: use with transformers

from transformers import AutoModelForImageSegmentation
birefnet = AutoModelForImageSegmentation.from_pretrained("${e.id}", trust_remote_code=True)
`,`# Option 2: use with BiRefNet

# Install from https://github.com/ZhengPeng7/BiRefNet

from models.birefnet import BiRefNet
model = BiRefNet.from_pretrained("${e.id}")`],El=e=>{let t=e.tags.includes(`promptable`)?`cutout = model.predict(processor, "image.jpg", "prompt")`:`cutout = model.predict(processor, "image.jpg")`;return[`pip install nobg`,`# Option 1: use via the predict method

from nobg import AutoModel, AutoProcessor

model = AutoModel.from_pretrained("${e.id}").eval()
processor = AutoProcessor.from_pretrained("${e.id}")

${t}`,`# Option 2: use the model and processor directly

import torch
from loadimg import load_img
from nobg import AutoModel, AutoProcessor

model = AutoModel.from_pretrained("${e.id}").eval()
processor = AutoProcessor.from_pretrained("${e.id}")

image = load_img("image.jpg").convert("RGB")
inputs = processor(image, return_tensors="pt")

with torch.no_grad():
    outputs = model(pixel_values=inputs["pixel_values"])

alpha = processor.post_process_alpha_matting(outputs, target_sizes=[(image.height, image.width)])[0]
processor.cutout(image, alpha).save("output.png")`]},Dl=()=>[`from supertonic import TTS

tts = TTS(auto_download=True)

style = tts.get_voice_style(voice_name="M1")

text = "The train delay was announced at 4:45 PM on Wed, Apr 3, 2024 due to track maintenance."
wav, duration = tts.synthesize(text, voice_style=style)

tts.save_audio(wav, "output.wav")`],Ol=e=>[`from swarmformer import SwarmFormerModel

model = SwarmFormerModel.from_pretrained("${e.id}")
`],kl=e=>[`# Follow installation instructions at https://github.com/PKU-YuanGroup/UniWorld-V1

from univa.models.qwen2p5vl.modeling_univa_qwen2p5vl import UnivaQwen2p5VLForConditionalGeneration
	model = UnivaQwen2p5VLForConditionalGeneration.from_pretrained(
        "${e.id}",
        torch_dtype=torch.bfloat16,
        attn_implementation="flash_attention_2",
    ).to("cuda")
	processor = AutoProcessor.from_pretrained("${e.id}")
`],Al=e=>[`# Download the model from the Hub
pip install huggingface_hub[hf_xet]

huggingface-cli download --local-dir ${Q(e.id)} ${e.id}`],jl=e=>[`# Make sure mlx-lm is installed
# pip install --upgrade mlx-lm
# if on a CUDA device, also pip install mlx[cuda]

# Generate text with mlx-lm
from mlx_lm import load, generate

model, tokenizer = load("${e.id}")

prompt = "Once upon a time in"
text = generate(model, tokenizer, prompt=prompt, verbose=True)`],Ml=e=>[`# Make sure mlx-lm is installed
# pip install --upgrade mlx-lm

# Generate text with mlx-lm
from mlx_lm import load, generate

model, tokenizer = load("${e.id}")

prompt = "Write a story about Einstein"
messages = [{"role": "user", "content": prompt}]
prompt = tokenizer.apply_chat_template(
    messages, add_generation_prompt=True
)

text = generate(model, tokenizer, prompt=prompt, verbose=True)`],Nl=e=>[`# Make sure mlx-vlm is installed
# pip install --upgrade mlx-vlm

from mlx_vlm import load, generate
from mlx_vlm.prompt_utils import apply_chat_template
from mlx_vlm.utils import load_config

# Load the model
model, processor = load("${e.id}")
config = load_config("${e.id}")

# Prepare input
image = ["http://images.cocodataset.org/val2017/000000039769.jpg"]
prompt = "Describe this image."

# Apply chat template
formatted_prompt = apply_chat_template(
    processor, config, prompt, num_images=1
)

# Generate output
output = generate(model, processor, formatted_prompt, image)
print(output)`],Pl=e=>[`from mlxim.model import create_model

model = create_model(${e.id})`],Fl=e=>e.pipeline_tag===`image-text-to-text`?Nl(e):e.pipeline_tag===`text-generation`?e.tags.includes(`conversational`)?Ml(e):jl(e):Al(e),Il=e=>[`from model2vec import StaticModel

model = StaticModel.from_pretrained("${e.id}")`],Ll=e=>[`# pip install mblt-model-zoo
from mblt_model_zoo.vision import MBLT_Engine

model = MBLT_Engine(
    model_cls="${Q(e.id)}",
    model_type="DEFAULT",
    model_path="",
    core_mode="global8",
)

try:
    image = model.preprocess("path/to/image.jpg")
    output = model(image)
    result = model.postprocess(output)
finally:
    model.dispose()
`],Rl=e=>{let t;return t=e.tags.includes(`diffusers`)?zl(e):e.tags.includes(`transformers`)?Bl(e):Vl(e),t=t.map(e=>/^from pruna import PrunaModel/m.test(e)?e:`from pruna import PrunaModel\n${e}`),e.tags.includes(`pruna_pro-ai`)?t.map(e=>e.replace(/\bpruna\b/g,`pruna_pro`).replace(/\bPrunaModel\b/g,`PrunaProModel`)):t},zl=e=>vs(e).map(e=>e.replace(/\b\w*Pipeline\w*\b/g,`PrunaModel`).replace(/from diffusers import ([^,\n]*PrunaModel[^,\n]*)/g,``).replace(/from diffusers import ([^,\n]+),?\s*([^,\n]*PrunaModel[^,\n]*)/g,`from diffusers import $1`).replace(/from diffusers import\s*(\n|$)/g,``).replace(/from diffusers import PrunaModel/g,`from pruna import PrunaModel`).replace(/from diffusers import ([^,\n]+), PrunaModel/g,`from diffusers import $1`).replace(/from diffusers import PrunaModel, ([^,\n]+)/g,`from diffusers import $1`).replace(/\n\n+/g,`
`).trim()),Bl=e=>{let t=al(e),n=ol(e).map(t=>t.replace(/from transformers import pipeline/g,`from pruna import PrunaModel`).replace(/pipeline\([^)]*\)/g,`PrunaModel.from_pretrained("${e.id}")`));return t&&(n=n.map(e=>e.replace(RegExp(`from transformers import ${t}\n?`,`g`),``).replace(RegExp(`${t}.from_pretrained`,`g`),`PrunaModel.from_pretrained`).replace(RegExp(`^.*from.*import.*(, *${t})+.*$`,`gm`),e=>e.replace(RegExp(`, *${t}`,`g`),``)))),n},Vl=e=>[`from pruna import PrunaModel
model = PrunaModel.from_pretrained("${e.id}")
`],Hl=e=>{let t;return e.tags.includes(`automatic-speech-recognition`)&&(t=fl(`ASR`,e)),t??[`# tag did not correspond to a valid NeMo domain.`]},Ul=e=>{let t=e.tags??[];return t.includes(`gguf`)||t.includes(`onnx`)?[]:[`
  import outetts

  enum = outetts.Models("${e.id}".split("/", 1)[1])       # VERSION_1_0_SIZE_1B
  cfg  = outetts.ModelConfig.auto_config(enum, outetts.Backend.HF)
  tts  = outetts.Interface(cfg)

  speaker = tts.load_default_speaker("EN-FEMALE-1-NEUTRAL")
  tts.generate(
	  outetts.GenerationConfig(
		  text="Hello there, how are you doing?",
		  speaker=speaker,
	  )
  ).save("output.wav")
  `]},Wl=e=>[`from pxia import AutoModel

model = AutoModel.from_pretrained("${e.id}")`],Gl=e=>[`from pythae.models import AutoModel

model = AutoModel.load_from_hf_hub("${e.id}")`],Kl=e=>[`# pip install qwen-tts
import torch
import soundfile as sf
from qwen_tts import Qwen3TTSModel

model = Qwen3TTSModel.from_pretrained(
    "${e.id}",
    device_map="cuda:0",
    dtype=torch.bfloat16,
    attn_implementation="flash_attention_2",
)

wavs, sr = model.generate_custom_voice(
    text="Your text here.",
    language="English",
    speaker="Ryan",
    instruct="Speak in a natural tone.",
)

sf.write("output.wav", wavs[0], sr)`],ql=e=>[`from audiocraft.models import MusicGen

model = MusicGen.get_pretrained("${e.id}")

descriptions = ['happy rock', 'energetic EDM', 'sad jazz']
wav = model.generate(descriptions)  # generates 3 samples.`],Jl=e=>[`from audiocraft.models import MAGNeT

model = MAGNeT.get_pretrained("${e.id}")

descriptions = ['disco beat', 'energetic EDM', 'funky groove']
wav = model.generate(descriptions)  # generates 3 samples.`],Yl=e=>[`from audiocraft.models import AudioGen

model = AudioGen.get_pretrained("${e.id}")
model.set_generation_params(duration=5)  # generate 5 seconds.
descriptions = ['dog barking', 'sirene of an emergency vehicle', 'footsteps in a corridor']
wav = model.generate(descriptions)  # generates 3 samples.`],Xl={acestep:{prettyLabel:`ACE-Step`,repoName:`ACE-Step`,repoUrl:`https://github.com/ace-step/ACE-Step`,filter:!1,countDownloads:`path:"ace_step_transformer/config.json"`},"adapter-transformers":{prettyLabel:`Adapters`,repoName:`adapters`,repoUrl:`https://github.com/Adapter-Hub/adapters`,docsUrl:`https://huggingface.co/docs/hub/adapters`,snippets:No,filter:!0,countDownloads:`path:"adapter_config.json"`},allennlp:{prettyLabel:`AllenNLP`,repoName:`AllenNLP`,repoUrl:`https://github.com/allenai/allennlp`,docsUrl:`https://huggingface.co/docs/hub/allennlp`,snippets:Io,filter:!0},aneforge:{prettyLabel:`ANEForge`,repoName:`ANEForge`,repoUrl:`https://github.com/sbryngelson/ANEForge`,docsUrl:`https://aneforge.readthedocs.io`,snippets:Yc,filter:!1},anemoi:{prettyLabel:`AnemoI`,repoName:`AnemoI`,repoUrl:`https://github.com/ecmwf/anemoi-inference`,docsUrl:`https://anemoi.readthedocs.io/en/latest/`,filter:!1,countDownloads:`path_extension:"ckpt"`,snippets:e=>[`from anemoi.inference.runners.default import DefaultRunner
from anemoi.inference.config.run import RunConfiguration
# Create Configuration
config = RunConfiguration(checkpoint = {"huggingface":"${e.id}"})
# Load Runner
runner = DefaultRunner(config)`]},araclip:{prettyLabel:`AraClip`,repoName:`AraClip`,repoUrl:`https://huggingface.co/Arabic-Clip/araclip`,filter:!1,snippets:Lo},"aviation-ner":{prettyLabel:`Aviation NER`,repoName:`Aviation NER`,repoUrl:`https://github.com/Boeing/aviation_ner_sdr`,docsUrl:`https://github.com/Boeing/aviation_ner_sdr`,countDownloads:`path:"gliner_config.json"`,filter:!1},asteroid:{prettyLabel:`Asteroid`,repoName:`Asteroid`,repoUrl:`https://github.com/asteroid-team/asteroid`,docsUrl:`https://huggingface.co/docs/hub/asteroid`,snippets:Ro,filter:!0,countDownloads:`path:"pytorch_model.bin"`},audiocraft:{prettyLabel:`Audiocraft`,repoName:`audiocraft`,repoUrl:`https://github.com/facebookresearch/audiocraft`,snippets:e=>e.tags.includes(`musicgen`)?ql(e):e.tags.includes(`audiogen`)?Yl(e):e.tags.includes(`magnet`)?Jl(e):[`# Type of model unknown.`],filter:!1,countDownloads:`path:"state_dict.bin"`},audioseal:{prettyLabel:`AudioSeal`,repoName:`audioseal`,repoUrl:`https://github.com/facebookresearch/audioseal`,filter:!1,countDownloads:`path_extension:"pth"`,snippets:zo},"bagel-mot":{prettyLabel:`Bagel`,repoName:`Bagel`,repoUrl:`https://github.com/ByteDance-Seed/Bagel/`,filter:!1,countDownloads:`path:"llm_config.json"`},bboxmaskpose:{prettyLabel:`BBoxMaskPose`,repoName:`BBoxMaskPose`,repoUrl:`https://github.com/MiraPurkrabek/BBoxMaskPose`,filter:!1,countDownloads:`path_extension:"pth"`},ben2:{prettyLabel:`BEN2`,repoName:`BEN2`,repoUrl:`https://github.com/PramaLLC/BEN2`,snippets:Ho,filter:!1},bertopic:{prettyLabel:`BERTopic`,repoName:`BERTopic`,repoUrl:`https://github.com/MaartenGr/BERTopic`,snippets:Uo,filter:!0},big_vision:{prettyLabel:`Big Vision`,repoName:`big_vision`,repoUrl:`https://github.com/google-research/big_vision`,filter:!1,countDownloads:`path_extension:"npz"`},bionemo:{prettyLabel:`BioNeMo`,repoName:`BioNeMo`,filter:!1,repoUrl:`https://github.com/nvidia/BioNeMo`,countDownloads:`path_extension:"ckpt" OR path:"config.json"`},birder:{prettyLabel:`Birder`,repoName:`Birder`,repoUrl:`https://gitlab.com/birder/birder`,filter:!1,countDownloads:`path_extension:"pt"`},birefnet:{prettyLabel:`BiRefNet`,repoName:`BiRefNet`,repoUrl:`https://github.com/ZhengPeng7/BiRefNet`,snippets:Tl,filter:!1},bm25s:{prettyLabel:`BM25S`,repoName:`bm25s`,repoUrl:`https://github.com/xhluca/bm25s`,snippets:Wo,filter:!1,countDownloads:`path:"params.index.json"`},boltzgen:{prettyLabel:`BoltzGen`,repoName:`BoltzGen`,repoUrl:`https://github.com/HannesStark/boltzgen`,filter:!1,countDownloads:`path:"boltzgen1_diverse.ckpt"`},cancertathomev2:{prettyLabel:`Cancer@HomeV2`,repoName:`Cancer@HomeV2`,repoUrl:`https://huggingface.co/OpenPeerAI/CancerAtHomeV2`,filter:!1,countDownloads:`path:"run.py"`},cartesia_pytorch:{prettyLabel:`Cartesia Pytorch`,repoName:`Cartesia Pytorch`,repoUrl:`https://github.com/cartesia-ai/cartesia_pytorch`,snippets:bs},cartesia_mlx:{prettyLabel:`Cartesia MLX`,repoName:`Cartesia MLX`,repoUrl:`https://github.com/cartesia-ai/cartesia_mlx`,snippets:xs},causilo:{prettyLabel:`Causilo`,repoName:`Causilo`,repoUrl:`https://github.com/nums-ai/causilo`,filter:!1,countDownloads:`path:"classifier/config.json" OR path:"regressor/config.json"`},ccpfn:{prettyLabel:`CCPFN`,repoName:`CCPFN`,repoUrl:`https://huggingface.co/Layer6/CCPFN`,filter:!1,countDownloads:`path_extension:"pt"`},champ:{prettyLabel:`Champ`,repoName:`Champ`,repoUrl:`https://github.com/fudan-generative-vision/champ`,countDownloads:`path:"champ/motion_module.pth"`},chatterbox:{prettyLabel:`Chatterbox`,repoName:`Chatterbox`,repoUrl:`https://github.com/resemble-ai/chatterbox`,snippets:Go,countDownloads:`path:"tokenizer.json"`,filter:!1},chaossim:{prettyLabel:`ChaosSIM`,repoName:`ChaosSIM`,repoUrl:`https://huggingface.co/OpenPeerAI/ChaosSIM/`,countDownloads:`path:"ChaosSim.nb"`,filter:!1},chat_tts:{prettyLabel:`ChatTTS`,repoName:`ChatTTS`,repoUrl:`https://github.com/2noise/ChatTTS.git`,snippets:Cl,filter:!1,countDownloads:`path:"asset/GPT.pt"`},chexmix:{prettyLabel:`CheXmix`,repoName:`CheXmix`,repoUrl:`https://github.com/StanfordMIMI/CheXmix`,filter:!1,countDownloads:`path_extension:"safetensors"`},"chronos-forecasting":{prettyLabel:`Chronos`,repoName:`Chronos`,repoUrl:`https://github.com/amazon-science/chronos-forecasting`,snippets:Ko},clara:{prettyLabel:`Clara`,repoName:`Clara`,filter:!1,repoUrl:`https://github.com/nvidia/clara`,countDownloads:`path_extension:"ckpt" OR path:"config.json"`},clipscope:{prettyLabel:`clipscope`,repoName:`clipscope`,repoUrl:`https://github.com/Lewington-pitsos/clipscope`,filter:!1,countDownloads:`path_extension:"pt"`},"cloud-agents":{prettyLabel:`Cloud Agents`,repoName:`Cloud Agents`,repoUrl:`https://huggingface.co/OpenPeerAI/Cloud-Agents`,filter:!1,countDownloads:`path:"setup.py"`},collectorvision:{prettyLabel:`CollectorVision`,repoName:`CollectorVision`,repoUrl:`https://github.com/HanClinto/CollectorVision`,snippets:qo,filter:!1,countDownloads:`path_extension:"onnx"`},colipri:{prettyLabel:`COLIPRI`,repoName:`COLIPRI`,repoUrl:`https://huggingface.co/microsoft/colipri`,snippets:Jo,filter:!1,countDownloads:`path_extension:"safetensors"`},cosyvoice:{prettyLabel:`CosyVoice`,repoName:`CosyVoice`,repoUrl:`https://github.com/FunAudioLLM/CosyVoice`,filter:!1,countDownloads:`path_extension:"onnx" OR path_extension:"pt"`},cotracker:{prettyLabel:`CoTracker`,repoName:`CoTracker`,repoUrl:`https://github.com/facebookresearch/co-tracker`,filter:!1,countDownloads:`path_extension:"pth"`},colpali:{prettyLabel:`ColPali`,repoName:`ColPali`,repoUrl:`https://github.com/ManuelFay/colpali`,filter:!1,countDownloads:`path:"adapter_config.json"`},comet:{prettyLabel:`COMET`,repoName:`COMET`,repoUrl:`https://github.com/Unbabel/COMET/`,countDownloads:`path:"hparams.yaml"`},cortiq:{prettyLabel:`cortiq`,repoName:`cortiq`,repoUrl:`https://github.com/infosave2007/cmf`,docsUrl:`https://github.com/infosave2007/cmf/blob/master/docs/CMF_V2_SPEC.md`,snippets:Xo,countDownloads:`path_extension:"cmf"`},cosmos:{prettyLabel:`Cosmos`,repoName:`Cosmos`,repoUrl:`https://github.com/NVIDIA/Cosmos`,countDownloads:`path:"config.json" OR path_extension:"pt"`},"cxr-foundation":{prettyLabel:`CXR Foundation`,repoName:`cxr-foundation`,repoUrl:`https://github.com/google-health/cxr-foundation`,snippets:Zo,filter:!1,countDownloads:`path:"precomputed_embeddings/embeddings.npz" OR path:"pax-elixr-b-text/saved_model.pb"`},deepforest:{prettyLabel:`DeepForest`,repoName:`deepforest`,docsUrl:`https://deepforest.readthedocs.io/en/latest/`,repoUrl:`https://github.com/weecology/DeepForest`},"depth-anything-v2":{prettyLabel:`DepthAnythingV2`,repoName:`Depth Anything V2`,repoUrl:`https://github.com/DepthAnything/Depth-Anything-V2`,snippets:Qo,filter:!1,countDownloads:`path_extension:"pth"`},"depth-pro":{prettyLabel:`Depth Pro`,repoName:`Depth Pro`,repoUrl:`https://github.com/apple/ml-depth-pro`,countDownloads:`path_extension:"pt"`,snippets:$o,filter:!1},"derm-foundation":{prettyLabel:`Derm Foundation`,repoName:`derm-foundation`,repoUrl:`https://github.com/google-health/derm-foundation`,snippets:es,filter:!1,countDownloads:`path:"scin_dataset_precomputed_embeddings.npz" OR path:"saved_model.pb"`},"describe-anything":{prettyLabel:`Describe Anything`,repoName:`Describe Anything`,repoUrl:`https://github.com/NVlabs/describe-anything`,snippets:rs,filter:!1},"dia-tts":{prettyLabel:`Dia`,repoName:`Dia`,repoUrl:`https://github.com/nari-labs/dia`,snippets:ts,filter:!1},dia2:{prettyLabel:`Dia2`,repoName:`Dia2`,repoUrl:`https://github.com/nari-labs/dia2`,snippets:ns,filter:!1},"diff-interpretation-tuning":{prettyLabel:`Diff Interpretation Tuning`,repoName:`Diff Interpretation Tuning`,repoUrl:`https://github.com/Aviously/diff-interpretation-tuning`,filter:!1,countDownloads:`path_extension:"pt"`},diffree:{prettyLabel:`Diffree`,repoName:`Diffree`,repoUrl:`https://github.com/OpenGVLab/Diffree`,filter:!1,countDownloads:`path:"diffree-step=000010999.ckpt"`},diffusers:{prettyLabel:`Diffusers`,repoName:`🤗/diffusers`,repoUrl:`https://github.com/huggingface/diffusers`,docsUrl:`https://huggingface.co/docs/hub/diffusers`,snippets:vs,filter:!0},diffusionkit:{prettyLabel:`DiffusionKit`,repoName:`DiffusionKit`,repoUrl:`https://github.com/argmaxinc/DiffusionKit`,snippets:ys},"docking-at-home":{prettyLabel:`Docking@Home`,repoName:`Docking@Home`,repoUrl:`https://huggingface.co/OpenPeerAI/DockingAtHOME`,filter:!1,countDownloads:`path:"setup.py"`},doctr:{prettyLabel:`docTR`,repoName:`doctr`,repoUrl:`https://github.com/mindee/doctr`},edsnlp:{prettyLabel:`EDS-NLP`,repoName:`edsnlp`,repoUrl:`https://github.com/aphp/edsnlp`,docsUrl:`https://aphp.github.io/edsnlp/latest/`,filter:!1,snippets:Ss,countDownloads:`path_filename:"config" AND path_extension:"cfg"`},elm:{prettyLabel:`ELM`,repoName:`elm`,repoUrl:`https://github.com/slicex-ai/elm`,filter:!1,countDownloads:`path_filename:"slicex_elm_config" AND path_extension:"json"`},encoderfile:{prettyLabel:`encoderfile`,repoName:`encoderfile`,repoUrl:`https://github.com/mozilla-ai/encoderfile`,filter:!1,countDownloads:`path_extension:"encoderfile"`},espnet:{prettyLabel:`ESPnet`,repoName:`ESPnet`,repoUrl:`https://github.com/espnet/espnet`,docsUrl:`https://huggingface.co/docs/hub/espnet`,snippets:Es,filter:!0},eupe:{prettyLabel:`EUPE`,repoName:`EUPE`,repoUrl:`https://github.com/facebookresearch/EUPE`,filter:!1,countDownloads:`path_extension:"pt"`},fairseq:{prettyLabel:`Fairseq`,repoName:`fairseq`,repoUrl:`https://github.com/pytorch/fairseq`,snippets:Ds,filter:!0},fastai:{prettyLabel:`fastai`,repoName:`fastai`,repoUrl:`https://github.com/fastai/fastai`,docsUrl:`https://huggingface.co/docs/hub/fastai`,snippets:Uc,filter:!0},fastprint:{prettyLabel:`Fast Print`,repoName:`Fast Print`,repoUrl:`https://huggingface.co/OpenPeerAI/FastPrint`,countDownloads:`path_extension:"cs"`},fasttext:{prettyLabel:`fastText`,repoName:`fastText`,repoUrl:`https://fasttext.cc/`,snippets:ul,filter:!0,countDownloads:`path_extension:"bin"`},fixer:{prettyLabel:`Fixer`,repoName:`Fixer`,repoUrl:`https://github.com/nv-tlabs/Fixer`,filter:!1,countDownloads:`path:"pretrained/pretrained_fixer.pkl"`},flair:{prettyLabel:`Flair`,repoName:`Flair`,repoUrl:`https://github.com/flairNLP/flair`,docsUrl:`https://huggingface.co/docs/hub/flair`,snippets:Os,filter:!0,countDownloads:`path:"pytorch_model.bin"`},flexray:{prettyLabel:`FleXray`,repoName:`FleXray`,repoUrl:`https://github.com/VictorButoi/FleXray`,filter:!1,countDownloads:`path_extension:"safetensors" OR path_extension:"onnx"`,snippets:ks},flextab:{prettyLabel:`FlexTab`,repoName:`FlexTab`,repoUrl:`https://github.com/SAP-samples/flextab`,countDownloads:`path_extension:"pt"`,snippets:As},fme:{prettyLabel:`Full Model Emulation`,repoName:`Full Model Emulation`,repoUrl:`https://github.com/ai2cm/ace`,docsUrl:`https://ai2-climate-emulator.readthedocs.io/en/latest/`,filter:!1,countDownloads:`path_extension:"tar"`},gaussianformer:{prettyLabel:`GaussianFormer`,repoName:`GaussianFormer`,repoUrl:`https://github.com/SVLwoof/gaussianformer`,snippets:js,filter:!1,countDownloads:`path:"config.json"`},"gemma.cpp":{prettyLabel:`gemma.cpp`,repoName:`gemma.cpp`,repoUrl:`https://github.com/google/gemma.cpp`,filter:!1,countDownloads:`path_extension:"sbs"`},"geometry-crafter":{prettyLabel:`GeometryCrafter`,repoName:`GeometryCrafter`,repoUrl:`https://github.com/TencentARC/GeometryCrafter`,countDownloads:`path:"point_map_vae/diffusion_pytorch_model.safetensors"`},gliformer:{prettyLabel:`GLiFormer`,repoName:`GLiFormer`,repoUrl:`https://github.com/Knowledgator/GLiFormer`,filter:!1,countDownloads:`path:"gliner_config.json"`},gliner:{prettyLabel:`GLiNER`,repoName:`GLiNER`,repoUrl:`https://github.com/urchade/GLiNER`,snippets:Ms,filter:!1,countDownloads:`path:"gliner_config.json"`},gliner2:{prettyLabel:`GLiNER2`,repoName:`GLiNER2`,repoUrl:`https://github.com/fastino-ai/GLiNER2`,snippets:Ns,filter:!1},"glm-tts":{prettyLabel:`GLM-TTS`,repoName:`GLM-TTS`,repoUrl:`https://github.com/zai-org/GLM-TTS`,filter:!1,countDownloads:`path:"flow/flow.pt"`},"glyph-byt5":{prettyLabel:`Glyph-ByT5`,repoName:`Glyph-ByT5`,repoUrl:`https://github.com/AIGText/Glyph-ByT5`,filter:!1,countDownloads:`path:"checkpoints/byt5_model.pt"`},"granite-library":{prettyLabel:`Granite Library`,repoName:`mellea`,repoUrl:`https://github.com/generative-computing/mellea`,filter:!1,countDownloads:`path_filename:"adapter_config" AND path_extension:"json"`},grok:{prettyLabel:`Grok`,repoName:`Grok`,repoUrl:`https://github.com/xai-org/grok-1`,filter:!1,countDownloads:`path:"ckpt/tensor00000_000" OR path:"ckpt-0/tensor00000_000"`},"habibi-tts":{prettyLabel:`Habibi-TTS`,repoName:`Habibi-TTS`,repoUrl:`https://github.com/SWivid/Habibi-TTS`,filter:!1,countDownloads:`path_extension:"safetensors"`},hallo:{prettyLabel:`Hallo`,repoName:`Hallo`,repoUrl:`https://github.com/fudan-generative-vision/hallo`,countDownloads:`path:"hallo/net.pth"`},"minimax-h3":{prettyLabel:`MiniMax H3`,repoName:`MiniMax-H3`,repoUrl:`https://github.com/MiniMax-AI/MiniMax-H3`,docsUrl:`https://huggingface.co/MiniMaxAI/MiniMax-H3`,filter:!1,countDownloads:`path_extension:"safetensors" OR path_filename:"model_index" OR path_filename:"config" OR path:"modular_model_index.json"`},mect:{prettyLabel:`MECT`,repoName:`AntSpeaker`,repoUrl:`https://github.com/ant-research/AntSpeaker`,filter:!1,countDownloads:`path_extension:"pt"`},hermes:{prettyLabel:`HERMES`,repoName:`HERMES`,repoUrl:`https://github.com/LMD0311/HERMES`,filter:!1,countDownloads:`path:"ckpt/hermes_final.pth"`},holomotion:{prettyLabel:`HoloMotion`,repoName:`HoloMotion`,repoUrl:`https://github.com/HorizonRobotics/HoloMotion`,filter:!1,countDownloads:`path_extension:"onnx"`},hezar:{prettyLabel:`Hezar`,repoName:`Hezar`,repoUrl:`https://github.com/hezarai/hezar`,docsUrl:`https://hezarai.github.io/hezar`,countDownloads:`path:"model_config.yaml" OR path:"embedding/embedding_config.yaml"`},htrflow:{prettyLabel:`HTRflow`,repoName:`HTRflow`,repoUrl:`https://github.com/AI-Riksarkivet/htrflow`,docsUrl:`https://ai-riksarkivet.github.io/htrflow`,snippets:Fs},"hunyuan-dit":{prettyLabel:`HunyuanDiT`,repoName:`HunyuanDiT`,repoUrl:`https://github.com/Tencent/HunyuanDiT`,countDownloads:`path:"pytorch_model_ema.pt" OR path:"pytorch_model_distill.pt"`},"hunyuan3d-2":{prettyLabel:`Hunyuan3D-2`,repoName:`Hunyuan3D-2`,repoUrl:`https://github.com/Tencent/Hunyuan3D-2`,countDownloads:`path_filename:"model_index" OR path_filename:"config"`},"hunyuanworld-voyager":{prettyLabel:`HunyuanWorld-voyager`,repoName:`HunyuanWorld-voyager`,repoUrl:`https://github.com/Tencent-Hunyuan/HunyuanWorld-Voyager`},"hy-worldplay":{prettyLabel:`HY-WorldPlay`,repoName:`HY-WorldPlay`,repoUrl:`https://github.com/Tencent-Hunyuan/HY-WorldPlay`,filter:!1,countDownloads:`path_extension:"json"`},"hy-world-2":{prettyLabel:`HY-World-2.0`,repoName:`HY-World-2.0`,repoUrl:`https://github.com/Tencent-Hunyuan/HY-World-2.0`,filter:!1,countDownloads:`path_extension:"json"`},"image-matching-models":{prettyLabel:`Image Matching Models`,repoName:`Image Matching Models`,repoUrl:`https://github.com/alexstoken/image-matching-models`,filter:!1,countDownloads:`path_extension:"safetensors"`},imstoucan:{prettyLabel:`IMS Toucan`,repoName:`IMS-Toucan`,repoUrl:`https://github.com/DigitalPhonetics/IMS-Toucan`,countDownloads:`path:"embedding_gan.pt" OR path:"Vocoder.pt" OR path:"ToucanTTS.pt"`},"index-tts":{prettyLabel:`IndexTTS`,repoName:`IndexTTS`,repoUrl:`https://github.com/index-tts/index-tts`,snippets:Ps,filter:!1},infinitetalk:{prettyLabel:`InfiniteTalk`,repoName:`InfiniteTalk`,repoUrl:`https://github.com/MeiGen-AI/InfiniteTalk`,filter:!1,countDownloads:`path_extension:"safetensors"`},"infinite-you":{prettyLabel:`InfiniteYou`,repoName:`InfiniteYou`,repoUrl:`https://github.com/bytedance/InfiniteYou`,filter:!1,countDownloads:`path:"infu_flux_v1.0/sim_stage1/image_proj_model.bin" OR path:"infu_flux_v1.0/aes_stage2/image_proj_model.bin"`},intellifold:{prettyLabel:`IntelliFold`,repoName:`IntelliFold`,repoUrl:`https://github.com/IntelliGen-AI/IntelliFold`,filter:!1,countDownloads:`path_extension:"pt" OR path_extension:"zst"`},"ising-decoding":{prettyLabel:`Ising Decoding`,repoName:`Ising-Decoding`,repoUrl:`https://github.com/NVIDIA/Ising-Decoding`,filter:!1,countDownloads:`path_extension:"safetensors"`},"jev-style":{prettyLabel:`jev-style`,repoName:`jev-style`,repoUrl:`https://github.com/lawrence3699/jev-style`,snippets:Is,filter:!1,countDownloads:`path_extension:"gguf" OR (path_filename:"config" AND path_extension:"json")`},keras:{prettyLabel:`Keras`,repoName:`Keras`,repoUrl:`https://github.com/keras-team/keras`,docsUrl:`https://huggingface.co/docs/hub/keras`,snippets:Ls,filter:!0,countDownloads:`path:"config.json" OR path_extension:"keras"`},"tf-keras":{prettyLabel:`TF-Keras`,repoName:`TF-Keras`,repoUrl:`https://github.com/keras-team/tf-keras`,docsUrl:`https://huggingface.co/docs/hub/tf-keras`,snippets:uc,countDownloads:`path:"saved_model.pb"`},"keras-hub":{prettyLabel:`KerasHub`,repoName:`KerasHub`,repoUrl:`https://github.com/keras-team/keras-hub`,docsUrl:`https://keras.io/keras_hub/`,snippets:Hs,filter:!0},zeromodels:{prettyLabel:`ZeroModels`,repoName:`ZeroModels`,repoUrl:`https://github.com/IMvision12/ZeroModels`,docsUrl:`https://imvision12.github.io/ZeroModels/`,snippets:Rs,countDownloads:`path:"model.weights.h5" OR path:"model.weights.json"`,filter:!1},kernels:{prettyLabel:`Kernels`,repoName:`Kernels`,repoUrl:`https://github.com/huggingface/kernels`,docsUrl:`https://huggingface.co/docs/kernels`,snippets:Us,countDownloads:`path_filename:"_ops" AND path_extension:"py"`},"kimi-audio":{prettyLabel:`KimiAudio`,repoName:`KimiAudio`,repoUrl:`https://github.com/MoonshotAI/Kimi-Audio`,snippets:Ws,filter:!1},kittentts:{prettyLabel:`KittenTTS`,repoName:`KittenTTS`,repoUrl:`https://github.com/KittenML/KittenTTS`,snippets:Gs},kronos:{prettyLabel:`KRONOS`,repoName:`KRONOS`,repoUrl:`https://github.com/mahmoodlab/KRONOS`,filter:!1,countDownloads:`path_extension:"pt"`},k2:{prettyLabel:`K2`,repoName:`k2`,repoUrl:`https://github.com/k2-fsa/k2`},"lyra-2.0":{prettyLabel:`Lyra-2.0`,repoName:`Lyra-2.0`,repoUrl:`https://github.com/nv-tlabs/lyra`,filter:!1,countDownloads:`path:"checkpoints/image_encoder/model.pth"`},lagernvs:{prettyLabel:`LagerNVS`,repoName:`LagerNVS`,repoUrl:`https://github.com/facebookresearch/lagernvs`,filter:!1,countDownloads:`path_extension:"pt"`},laya:{prettyLabel:`Laya`,repoName:`Laya`,repoUrl:`https://github.com/NandhaKishorM/laya`,filter:!1,countDownloads:`path:"rl_agent_config.json"`},ltx:{prettyLabel:`LTX-2`,repoName:`LTX-2`,repoUrl:`https://github.com/Lightricks/LTX-2`,docsUrl:`https://github.com/Lightricks/LTX-2`,snippets:ac,filter:!1,countDownloads:`path_extension:"safetensors"`},"lightning-ir":{prettyLabel:`Lightning IR`,repoName:`Lightning IR`,repoUrl:`https://github.com/webis-de/lightning-ir`,snippets:oc},litert:{prettyLabel:`LiteRT`,repoName:`LiteRT`,repoUrl:`https://github.com/google-ai-edge/LiteRT`,filter:!1,countDownloads:`path_extension:"tflite"`},"litert-lm":{prettyLabel:`LiteRT-LM`,repoName:`LiteRT-LM`,repoUrl:`https://github.com/google-ai-edge/LiteRT-LM`,snippets:lc,filter:!1,countDownloads:`path_extension:"litertlm" OR path_extension:"task"`},lerobot:{prettyLabel:`LeRobot`,repoName:`LeRobot`,repoUrl:`https://github.com/huggingface/lerobot`,docsUrl:`https://huggingface.co/docs/lerobot`,filter:!1,snippets:cc},lightglue:{prettyLabel:`LightGlue`,repoName:`LightGlue`,repoUrl:`https://github.com/cvg/LightGlue`,filter:!1,countDownloads:`path_extension:"pth" OR path:"config.json"`},liveportrait:{prettyLabel:`LivePortrait`,repoName:`LivePortrait`,repoUrl:`https://github.com/KwaiVGI/LivePortrait`,filter:!1,countDownloads:`path:"liveportrait/landmark.onnx"`},"longcat-video-avatar-1.5":{prettyLabel:`LongCat-Video-Avatar 1.5`,repoName:`LongCat-Video-Avatar 1.5`,repoUrl:`https://github.com/meituan-longcat/LongCat-Video`,filter:!1},"llama-cpp-python":{prettyLabel:`llama-cpp-python`,repoName:`llama-cpp-python`,repoUrl:`https://github.com/abetlen/llama-cpp-python`,snippets:sc},"mini-omni2":{prettyLabel:`Mini-Omni2`,repoName:`Mini-Omni2`,repoUrl:`https://github.com/gpt-omni/mini-omni2`,countDownloads:`path:"model_config.yaml"`},mindspore:{prettyLabel:`MindSpore`,repoName:`mindspore`,repoUrl:`https://github.com/mindspore-ai/mindspore`},"magi-1":{prettyLabel:`MAGI-1`,repoName:`MAGI-1`,repoUrl:`https://github.com/SandAI-org/MAGI-1`,countDownloads:`path:"ckpt/vae/config.json"`},"magenta-realtime":{prettyLabel:`Magenta RT`,repoName:`Magenta RT`,repoUrl:`https://github.com/magenta/magenta-realtime`,countDownloads:`path:"checkpoints/llm_base_x4286_c1860k.tar" OR path:"checkpoints/llm_large_x3047_c1860k.tar" OR path:"checkpoints/llm_large_x3047_c1860k/checkpoint"`},"magenta-realtime-2":{prettyLabel:`Magenta RT 2`,repoName:`Magenta RT 2`,repoUrl:`https://github.com/magenta/magenta-realtime`,countDownloads:`path:"models/mrt2_base/mrt2_base.mlxfn" OR path:"models/mrt2_small/mrt2_small.mlxfn" OR path:"checkpoints/mrt2_base.safetensors" OR path:"checkpoints/mrt2_small.safetensors"`},"mamba-ssm":{prettyLabel:`MambaSSM`,repoName:`MambaSSM`,repoUrl:`https://github.com/state-spaces/mamba`,filter:!1,snippets:dc},"manas-1":{prettyLabel:`MANAS-1`,repoName:`MANAS-1`,repoUrl:`https://github.com/NeurodxAI/manas-1`,countDownloads:`path_extension:"pt"`},"mars5-tts":{prettyLabel:`MARS5-TTS`,repoName:`MARS5-TTS`,repoUrl:`https://github.com/Camb-ai/MARS5-TTS`,filter:!1,countDownloads:`path:"mars5_ar.safetensors"`,snippets:fc},matanyone:{prettyLabel:`MatAnyone`,repoName:`MatAnyone`,repoUrl:`https://github.com/pq-yang/MatAnyone`,snippets:pc,filter:!1},memra:{prettyLabel:`memra`,repoName:`memra`,repoUrl:`https://github.com/avifenesh/memra`,snippets:mc,filter:!1},"mesh-anything":{prettyLabel:`MeshAnything`,repoName:`MeshAnything`,repoUrl:`https://github.com/buaacyw/MeshAnything`,filter:!1,countDownloads:`path:"MeshAnything_350m.pth"`,snippets:hc},merlin:{prettyLabel:`Merlin`,repoName:`Merlin`,repoUrl:`https://github.com/StanfordMIMI/Merlin`,filter:!1,countDownloads:`path_extension:"pt"`},medvae:{prettyLabel:`MedVAE`,repoName:`MedVAE`,repoUrl:`https://github.com/StanfordMIMI/MedVAE`,filter:!1,countDownloads:`path_extension:"ckpt"`},mflux:{prettyLabel:`mflux`,repoName:`mflux`,repoUrl:`https://github.com/filipstrand/mflux`,filter:!1,countDownloads:`path_extension:"safetensors"`},microduck:{prettyLabel:`Microduck`,repoName:`Microduck`,repoUrl:`https://github.com/pollen-robotics/microduck_rl`,filter:!0,countDownloads:`path_extension:"onnx"`},mitie:{prettyLabel:`MITIE`,repoName:`MITIE`,repoUrl:`https://github.com/mit-nlp/MITIE`,countDownloads:`path_filename:"total_word_feature_extractor"`},"ml-agents":{prettyLabel:`ml-agents`,repoName:`ml-agents`,repoUrl:`https://github.com/Unity-Technologies/ml-agents`,docsUrl:`https://huggingface.co/docs/hub/ml-agents`,snippets:pl,filter:!0,countDownloads:`path_extension:"onnx"`},"ml-sharp":{prettyLabel:`Sharp`,repoName:`Sharp`,repoUrl:`https://github.com/apple/ml-sharp`,filter:!1,countDownloads:`path_extension:"pt"`},mlx:{prettyLabel:`MLX`,repoName:`MLX`,repoUrl:`https://github.com/ml-explore/mlx-examples/tree/main`,snippets:Fl,filter:!0},"mlx-image":{prettyLabel:`mlx-image`,repoName:`mlx-image`,repoUrl:`https://github.com/riccardomusmeci/mlx-image`,docsUrl:`https://huggingface.co/docs/hub/mlx-image`,snippets:Pl,filter:!1,countDownloads:`path:"model.safetensors"`},"mlc-llm":{prettyLabel:`MLC-LLM`,repoName:`MLC-LLM`,repoUrl:`https://github.com/mlc-ai/mlc-llm`,docsUrl:`https://llm.mlc.ai/docs/`,filter:!1,countDownloads:`path:"mlc-chat-config.json"`},model2vec:{prettyLabel:`Model2Vec`,repoName:`model2vec`,repoUrl:`https://github.com/MinishLab/model2vec`,snippets:Il,filter:!1},mobilint:{prettyLabel:`Mobilint`,repoName:`mblt-model-zoo`,repoUrl:`https://github.com/mobilint/mblt-model-zoo`,docsUrl:`https://docs.mobilint.com`,countDownloads:`path:"config.json" OR path_extension:"mxq"`,snippets:Ll,filter:!1},"montreal-forced-aligner":{prettyLabel:`Montreal Forced Aligner`,repoName:`Montreal Forced Aligner`,repoUrl:`https://github.com/MontrealCorpusTools/Montreal-Forced-Aligner`,docsUrl:`https://montreal-forced-aligner.readthedocs.io`,filter:!1,countDownloads:`path:"acoustic/final.mdl" OR path_extension:"zip"`},moshi:{prettyLabel:`Moshi`,repoName:`Moshi`,repoUrl:`https://github.com/kyutai-labs/moshi`,snippets:e=>{if(e.id.includes(`-mlx`)){let t=e.id.includes(`-q4`)?` -q 4`:e.id.includes(`-q8`)?` -q 8`:``;return[`# pip install moshi_mlx
# Run local inference (macOS Apple Silicon)
python -m moshi_mlx.local${t} --hf-repo "${e.id}"

# Or run with web UI
python -m moshi_mlx.local_web${t} --hf-repo "${e.id}"`]}return e.id.includes(`-candle`)?[`# pip install rustymimi
# Candle backend - see https://github.com/kyutai-labs/moshi
# for Rust installation instructions`]:[`# pip install moshi
# Run the interactive web server
python -m moshi.server --hf-repo "${e.id}"
# Then open https://localhost:8998 in your browser`,`# pip install moshi
import torch
from moshi.models import loaders

# Load checkpoint info from HuggingFace
checkpoint = loaders.CheckpointInfo.from_hf_repo("${e.id}")

# Load the Mimi audio codec
mimi = checkpoint.get_mimi(device="cuda")
mimi.set_num_codebooks(8)

# Encode audio (24kHz, mono)
wav = torch.randn(1, 1, 24000 * 10)  # [batch, channels, samples]
with torch.no_grad():
    codes = mimi.encode(wav.cuda())
    decoded = mimi.decode(codes)`]},filter:!1,countDownloads:`path:"tokenizer-e351c8d8-checkpoint125.safetensors"`},mtvcraft:{prettyLabel:`MTVCraft`,repoName:`MTVCraft`,repoUrl:`https://github.com/baaivision/MTVCraft`,filter:!1,countDownloads:`path:"vae/3d-vae.pt"`},multimolecule:{prettyLabel:`MultiMolecule`,repoName:`MultiMolecule`,repoUrl:`https://github.com/MultiMolecule/multimolecule`,docsUrl:`https://multimolecule.danling.org`,snippets:gc,filter:!1},nemo:{prettyLabel:`NeMo`,repoName:`NeMo`,repoUrl:`https://github.com/NVIDIA/NeMo`,snippets:Hl,filter:!0,countDownloads:`path_extension:"nemo" OR path:"model_config.yaml" OR path_extension:"json"`},ninfer:{prettyLabel:`NInfer`,repoName:`NInfer`,repoUrl:`https://github.com/Neroued/ninfer`,filter:!1,countDownloads:`path_extension:"ninfer"`},nobg:{prettyLabel:`nobg`,repoName:`nobg`,repoUrl:`https://github.com/feyninc/nobg`,snippets:El,filter:!1},"nv-medtech":{prettyLabel:`NV-MedTech`,repoName:`NV-MedTech`,filter:!1,repoUrl:`https://github.com/nvidia-medtech`,countDownloads:`path_extension:"pt" OR path_extension:"safetensors" OR path:"config.json"`},"open-oasis":{prettyLabel:`open-oasis`,repoName:`open-oasis`,repoUrl:`https://github.com/etched-ai/open-oasis`,countDownloads:`path:"oasis500m.safetensors"`},open_clip:{prettyLabel:`OpenCLIP`,repoName:`OpenCLIP`,repoUrl:`https://github.com/mlfoundations/open_clip`,snippets:_c,filter:!0,countDownloads:`path:"open_clip_model.safetensors"
			OR path:"model.safetensors"
			OR path:"open_clip_pytorch_model.bin"
			OR path:"pytorch_model.bin"`},openasr:{prettyLabel:`OpenASR`,repoName:`OpenASR`,repoUrl:`https://github.com/QuintinShaw/openasr`,docsUrl:`https://github.com/QuintinShaw/openasr/blob/main/docs/DOCS_INDEX.md`,snippets:vc,filter:!1,countDownloads:`path_extension:"oasr"`},opendde:{prettyLabel:`OpenDDE`,repoName:`OpenDDE`,repoUrl:`https://github.com/aurekaresearch/OpenDDE`,docsUrl:`https://huggingface.co/aurekaresearch/OpenDDE/blob/main/docs/inference_instructions.md`,snippets:yc,filter:!1,countDownloads:`path_extension:"pt"`},openpeerllm:{prettyLabel:`OpenPeerLLM`,repoName:`OpenPeerLLM`,repoUrl:`https://huggingface.co/openpeerai/openpeerllm`,docsUrl:`https://huggingface.co/OpenPeerAI/OpenPeerLLM/blob/main/README.md`,countDownloads:`path:".meta-huggingface.json"`,filter:!1},"open-sora":{prettyLabel:`Open-Sora`,repoName:`Open-Sora`,repoUrl:`https://github.com/hpcaitech/Open-Sora`,filter:!1,countDownloads:`path:"Open_Sora_v2.safetensors"`},outetts:{prettyLabel:`OuteTTS`,repoName:`OuteTTS`,repoUrl:`https://github.com/edwko/OuteTTS`,snippets:Ul,filter:!1},paddlenlp:{prettyLabel:`paddlenlp`,repoName:`PaddleNLP`,repoUrl:`https://github.com/PaddlePaddle/PaddleNLP`,docsUrl:`https://huggingface.co/docs/hub/paddlenlp`,snippets:bc,filter:!0,countDownloads:`path:"model_config.json"`},PaddleOCR:{prettyLabel:`PaddleOCR`,repoName:`PaddleOCR`,repoUrl:`https://github.com/PaddlePaddle/PaddleOCR`,docsUrl:`https://www.paddleocr.ai/`,snippets:xc,filter:!0,countDownloads:`path_extension:"safetensors" OR path:"inference.pdiparams" OR path:"inference.onnx"`},peft:{prettyLabel:`PEFT`,repoName:`PEFT`,repoUrl:`https://github.com/huggingface/peft`,snippets:ll,filter:!0,countDownloads:`path:"adapter_config.json"`},"perception-encoder":{prettyLabel:`PerceptionEncoder`,repoName:`PerceptionModels`,repoUrl:`https://github.com/facebookresearch/perception_models`,filter:!1,snippets:Sc,countDownloads:`path_extension:"pt"`},"phantom-wan":{prettyLabel:`Phantom`,repoName:`Phantom`,repoUrl:`https://github.com/Phantom-video/Phantom`,snippets:Cc,filter:!1,countDownloads:`path_extension:"pth"`},piper:{prettyLabel:`Piper`,repoName:`Piper`,repoUrl:`https://github.com/OHF-Voice/piper1-gpl`,filter:!1,countDownloads:`path_extension:"onnx" OR path_extension:"ckpt"`},"pocket-tts":{prettyLabel:`Pocket-TTS`,repoName:`PocketTTS`,repoUrl:`https://github.com/kyutai-labs/pocket-tts`,snippets:wc,filter:!1,countDownloads:`path:"tts_b6369a24.safetensors"`},"pruna-ai":{prettyLabel:`Pruna AI`,repoName:`Pruna AI`,repoUrl:`https://github.com/PrunaAI/pruna`,snippets:Rl,docsUrl:`https://docs.pruna.ai`},pxia:{prettyLabel:`pxia`,repoName:`pxia`,repoUrl:`https://github.com/not-lain/pxia`,snippets:Wl,filter:!1},"pyannote-audio":{prettyLabel:`pyannote.audio`,repoName:`pyannote-audio`,repoUrl:`https://github.com/pyannote/pyannote-audio`,snippets:Dc,filter:!0},"py-feat":{prettyLabel:`Py-Feat`,repoName:`Py-Feat`,repoUrl:`https://github.com/cosanlab/py-feat`,docsUrl:`https://py-feat.org/`,filter:!1},pythae:{prettyLabel:`pythae`,repoName:`pythae`,repoUrl:`https://github.com/clementchadebec/benchmark_VAE`,snippets:Gl,filter:!1},quantumpeer:{prettyLabel:`QuantumPeer`,repoName:`QuantumPeer`,repoUrl:`https://github.com/OpenPeer-AI/QuantumPeer`,filter:!1,countDownloads:`path_extension:"setup.py"`},qwen3_tts:{prettyLabel:`Qwen3-TTS`,repoName:`Qwen3-TTS`,repoUrl:`https://github.com/QwenLM/Qwen3-TTS`,snippets:Kl,filter:!1},recurrentgemma:{prettyLabel:`RecurrentGemma`,repoName:`recurrentgemma`,repoUrl:`https://github.com/google-deepmind/recurrentgemma`,filter:!1,countDownloads:`path:"tokenizer.model"`},relik:{prettyLabel:`Relik`,repoName:`Relik`,repoUrl:`https://github.com/SapienzaNLP/relik`,snippets:Oc,filter:!1},refiners:{prettyLabel:`Refiners`,repoName:`Refiners`,repoUrl:`https://github.com/finegrain-ai/refiners`,docsUrl:`https://refine.rs/`,filter:!1,countDownloads:`path:"model.safetensors"`},renderformer:{prettyLabel:`RenderFormer`,repoName:`RenderFormer`,repoUrl:`https://github.com/microsoft/renderformer`,snippets:kc,filter:!1},reverb:{prettyLabel:`Reverb`,repoName:`Reverb`,repoUrl:`https://github.com/revdotcom/reverb`,filter:!1},rkllm:{prettyLabel:`RKLLM`,repoName:`RKLLM`,repoUrl:`https://github.com/airockchip/rknn-llm`,countDownloads:`path_extension:"rkllm"`},"robo-orchard-lab":{prettyLabel:`RoboOrchardLab`,repoName:`RoboOrchardLab`,repoUrl:`https://github.com/HorizonRobotics/RoboOrchardLab`,filter:!1,countDownloads:`path_extension:"safetensors"`},"routee-powertrain":{prettyLabel:`RouteE-Powertrain`,repoName:`RouteE-Powertrain`,repoUrl:`https://github.com/NatLabRockies/routee-powertrain`,docsUrl:`https://natlabrockies.github.io/routee-powertrain/`,snippets:Ac,filter:!1,countDownloads:`path_extension:"onnx" OR path_extension:"joblib"`},rwkv:{prettyLabel:`RWKV`,repoName:`RWKV-LM`,repoUrl:`https://github.com/BlinkDL/RWKV-LM`,docsUrl:`https://rwkv.com/`,filter:!1,countDownloads:`path_extension:"pth"`},saelens:{prettyLabel:`SAELens`,repoName:`SAELens`,repoUrl:`https://github.com/jbloomAus/SAELens`,snippets:Ic,filter:!1},"scail-2":{prettyLabel:`SCAIL-2`,repoName:`SCAIL-2`,repoUrl:`https://github.com/zai-org/SCAIL-2`,filter:!1,countDownloads:`path:"model/1/fsdp2_rank_0000_checkpoint.pt"`},sam2:{prettyLabel:`sam2`,repoName:`sam2`,repoUrl:`https://github.com/facebookresearch/segment-anything-2`,filter:!1,snippets:Wc,countDownloads:`path_extension:"pt"`},"sam-3d-body":{prettyLabel:`SAM 3D Body`,repoName:`SAM 3D Body`,repoUrl:`https://github.com/facebookresearch/sam-3d-body`,filter:!1,snippets:Kc,countDownloads:`path:"model_config.yaml"`},"sam-3d-objects":{prettyLabel:`SAM 3D Objects`,repoName:`SAM 3D Objects`,repoUrl:`https://github.com/facebookresearch/sam-3d-objects`,filter:!1,snippets:Gc,countDownloads:`path:"checkpoints/pipeline.yaml"`},same:{prettyLabel:`SAME`,repoName:`SAME`,repoUrl:`https://github.com/GengzeZhou/SAME`,filter:!1,countDownloads:`path:"ckpt/SAME.pt" OR path:"pretrain/Attnq_pretrained_ckpt.pt"`},"sample-factory":{prettyLabel:`sample-factory`,repoName:`sample-factory`,repoUrl:`https://github.com/alex-petrenko/sample-factory`,docsUrl:`https://huggingface.co/docs/hub/sample-factory`,snippets:qc,filter:!0,countDownloads:`path:"cfg.json"`},"sap-rpt-1-oss":{prettyLabel:`sap-rpt-1-oss`,repoName:`sap-rpt-1-oss`,repoUrl:`https://github.com/SAP-samples/sap-rpt-1-oss`,countDownloads:`path_extension:"pt"`,snippets:Yo},sapiens:{prettyLabel:`sapiens`,repoName:`sapiens`,repoUrl:`https://github.com/facebookresearch/sapiens`,filter:!1,countDownloads:`path_extension:"pt2" OR path_extension:"pth" OR path_extension:"onnx"`},sapiens2:{prettyLabel:`sapiens2`,repoName:`sapiens2`,repoUrl:`https://github.com/facebookresearch/sapiens2`,filter:!1,countDownloads:`path_extension:"safetensors"`},seedvr:{prettyLabel:`SeedVR`,repoName:`SeedVR`,repoUrl:`https://github.com/ByteDance-Seed/SeedVR`,filter:!1,countDownloads:`path_extension:"pth"`},"self-forcing":{prettyLabel:`SelfForcing`,repoName:`SelfForcing`,repoUrl:`https://github.com/guandeh17/Self-Forcing`,filter:!1,countDownloads:`path_extension:"pt"`},"sentence-transformers":{prettyLabel:`sentence-transformers`,repoName:`sentence-transformers`,repoUrl:`https://github.com/UKPLab/sentence-transformers`,docsUrl:`https://huggingface.co/docs/hub/sentence-transformers`,snippets:Xc,filter:!0},setfit:{prettyLabel:`setfit`,repoName:`setfit`,repoUrl:`https://github.com/huggingface/setfit`,docsUrl:`https://huggingface.co/docs/hub/setfit`,snippets:Zc,filter:!0},shadow:{prettyLabel:`Shadow`,repoName:`Shadow`,repoUrl:`https://github.com/QLNI/SHADOW-250M-Instruct`,filter:!1,countDownloads:`path_extension:"shdw"`},sklearn:{prettyLabel:`Scikit-learn`,repoName:`Scikit-learn`,repoUrl:`https://github.com/scikit-learn/scikit-learn`,snippets:Vc,filter:!0,countDownloads:`path:"sklearn_model.joblib"`},spacy:{prettyLabel:`spaCy`,repoName:`spaCy`,repoUrl:`https://github.com/explosion/spaCy`,docsUrl:`https://huggingface.co/docs/hub/spacy`,snippets:Qc,filter:!0,countDownloads:`path_extension:"whl"`},"span-marker":{prettyLabel:`SpanMarker`,repoName:`SpanMarkerNER`,repoUrl:`https://github.com/tomaarsen/SpanMarkerNER`,docsUrl:`https://huggingface.co/docs/hub/span_marker`,snippets:$c,filter:!0},speechbrain:{prettyLabel:`speechbrain`,repoName:`speechbrain`,repoUrl:`https://github.com/speechbrain/speechbrain`,docsUrl:`https://huggingface.co/docs/hub/speechbrain`,snippets:nl,filter:!0,countDownloads:`path:"hyperparams.yaml"`},"ssr-speech":{prettyLabel:`SSR-Speech`,repoName:`SSR-Speech`,repoUrl:`https://github.com/WangHelin1997/SSR-Speech`,filter:!1,countDownloads:`path_extension:".pth"`},"stable-audio-3":{prettyLabel:`Stable Audio 3`,repoName:`stable-audio-3`,repoUrl:`https://github.com/Stability-AI/stable-audio-3`,filter:!1,countDownloads:`path:"model_config.json"`},"stable-audio-tools":{prettyLabel:`Stable Audio Tools`,repoName:`stable-audio-tools`,repoUrl:`https://github.com/Stability-AI/stable-audio-tools.git`,filter:!1,countDownloads:`path:"model.safetensors"`,snippets:Hc},monkeyocr:{prettyLabel:`MonkeyOCR`,repoName:`monkeyocr`,repoUrl:`https://github.com/Yuliang-Liu/MonkeyOCR`,filter:!1,countDownloads:`path:"Recognition/config.json"`},"diffusion-single-file":{prettyLabel:`Diffusion Single File`,repoName:`diffusion-single-file`,repoUrl:`https://github.com/comfyanonymous/ComfyUI`,filter:!1,countDownloads:`path_extension:"safetensors"`},"seed-story":{prettyLabel:`SEED-Story`,repoName:`SEED-Story`,repoUrl:`https://github.com/TencentARC/SEED-Story`,filter:!1,countDownloads:`path:"cvlm_llama2_tokenizer/tokenizer.model"`,snippets:Lc},skala:{prettyLabel:`Skala`,repoName:`Skala`,repoUrl:`https://github.com/microsoft/skala`,filter:!1,countDownloads:`path_extension:"fun"`},soloaudio:{prettyLabel:`SoloAudio`,repoName:`SoloAudio`,repoUrl:`https://github.com/WangHelin1997/SoloAudio`,filter:!1,countDownloads:`path:"soloaudio_v2.pt"`},songbloom:{prettyLabel:`SongBloom`,repoName:`SongBloom`,repoUrl:`https://github.com/Cypress-Yang/SongBloom`,filter:!1,countDownloads:`path_extension:"pt"`},"stable-baselines3":{prettyLabel:`stable-baselines3`,repoName:`stable-baselines3`,repoUrl:`https://github.com/huggingface/huggingface_sb3`,docsUrl:`https://huggingface.co/docs/hub/stable-baselines3`,snippets:dl,filter:!0,countDownloads:`path_extension:"zip"`},stanza:{prettyLabel:`Stanza`,repoName:`stanza`,repoUrl:`https://github.com/stanfordnlp/stanza`,docsUrl:`https://huggingface.co/docs/hub/stanza`,snippets:el,filter:!0,countDownloads:`path:"models/default.zip"`},supertonic:{prettyLabel:`Supertonic`,repoName:`Supertonic`,repoUrl:`https://github.com/supertone-inc/supertonic`,snippets:Dl,filter:!1},swarmformer:{prettyLabel:`SwarmFormer`,repoName:`SwarmFormer`,repoUrl:`https://github.com/takara-ai/SwarmFormer`,snippets:Ol,filter:!1},"synthefy-migas":{prettyLabel:`Migas`,repoName:`Migas`,repoUrl:`https://github.com/Synthefy/synthefy-migas`,filter:!1,countDownloads:`path:"model.pt"`},"f5-tts":{prettyLabel:`F5-TTS`,repoName:`F5-TTS`,repoUrl:`https://github.com/SWivid/F5-TTS`,filter:!1,countDownloads:`path_extension:"safetensors" OR path_extension:"pt"`},genmo:{prettyLabel:`Genmo`,repoName:`Genmo`,repoUrl:`https://github.com/genmoai/models`,filter:!1,countDownloads:`path:"vae_stats.json"`},"tencent-song-generation":{prettyLabel:`SongGeneration`,repoName:`SongGeneration`,repoUrl:`https://github.com/tencent-ailab/songgeneration`,filter:!1,countDownloads:`path:"ckpt/songgeneration_base/model.pt"`},tensorflowtts:{prettyLabel:`TensorFlowTTS`,repoName:`TensorFlowTTS`,repoUrl:`https://github.com/TensorSpeech/TensorFlowTTS`,snippets:Pc},tensorrt:{prettyLabel:`TensorRT`,repoName:`TensorRT`,repoUrl:`https://github.com/NVIDIA/TensorRT`,countDownloads:`path_extension:"onnx"`},tabpfn:{prettyLabel:`TabPFN`,repoName:`TabPFN`,repoUrl:`https://github.com/PriorLabs/TabPFN`},terratorch:{prettyLabel:`TerraTorch`,repoName:`TerraTorch`,repoUrl:`https://github.com/IBM/terratorch`,docsUrl:`https://ibm.github.io/terratorch/`,filter:!1,countDownloads:`path_extension:"pt" OR path_extension:"ckpt"`,snippets:rl},"tic-clip":{prettyLabel:`TiC-CLIP`,repoName:`TiC-CLIP`,repoUrl:`https://github.com/apple/ml-tic-clip`,filter:!1,countDownloads:`path_extension:"pt" AND path_prefix:"checkpoints/"`},timesfm:{prettyLabel:`TimesFM`,repoName:`timesfm`,repoUrl:`https://github.com/google-research/timesfm`,filter:!1,countDownloads:`path:"config.json" OR path:"torch_model.ckpt" OR path:"checkpoints/checkpoint_1100000/state/checkpoint" OR path:"checkpoints/checkpoint_2150000/state/checkpoint"`},"timee-ts":{prettyLabel:`timee-ts`,repoName:`timee-ts`,repoUrl:`https://github.com/liamsbhoo/timee`,filter:!1,countDownloads:`path:"model.safetensors"`},timm:{prettyLabel:`timm`,repoName:`pytorch-image-models`,repoUrl:`https://github.com/rwightman/pytorch-image-models`,docsUrl:`https://huggingface.co/docs/hub/timm`,snippets:Fc,filter:!0,countDownloads:`path:"pytorch_model.bin" OR path:"model.safetensors"`},tirex:{prettyLabel:`TiRex`,repoName:`TiRex`,repoUrl:`https://github.com/NX-AI/tirex`,countDownloads:`path_extension:"ckpt"`},"tirex-2":{prettyLabel:`TiRex-2`,repoName:`TiRex-2`,repoUrl:`https://github.com/NX-AI/tirex-2`,countDownloads:`path:"model-config.yaml"`},torchgeo:{prettyLabel:`TorchGeo`,repoName:`TorchGeo`,repoUrl:`https://github.com/microsoft/torchgeo`,docsUrl:`https://torchgeo.readthedocs.io/`,filter:!1,countDownloads:`path_extension:"pt" OR path_extension:"pth"`},transformers:{prettyLabel:`Transformers`,repoName:`🤗/transformers`,repoUrl:`https://github.com/huggingface/transformers`,docsUrl:`https://huggingface.co/docs/hub/transformers`,snippets:ol,filter:!0},"transformers.js":{prettyLabel:`Transformers.js`,repoName:`transformers.js`,repoUrl:`https://github.com/huggingface/transformers.js`,docsUrl:`https://huggingface.co/docs/hub/transformers-js`,snippets:sl,filter:!0},trellis:{prettyLabel:`Trellis`,repoName:`Trellis`,repoUrl:`https://github.com/microsoft/TRELLIS`,countDownloads:`path_extension:"safetensors"`},trellis2:{prettyLabel:`TRELLIS.2`,repoName:`TRELLIS.2`,repoUrl:`https://github.com/microsoft/TRELLIS.2`,countDownloads:`path_extension:"safetensors"`},tunejury:{prettyLabel:`TuneJury`,repoName:`TuneJury`,repoUrl:`https://github.com/yonghyunk1m/TuneJury`,countDownloads:`path_extension:"pt"`},ultralytics:{prettyLabel:`ultralytics`,repoName:`ultralytics`,repoUrl:`https://github.com/ultralytics/ultralytics`,docsUrl:`https://github.com/ultralytics/ultralytics`,filter:!1,countDownloads:`path_extension:"pt"`,snippets:wl},univa:{prettyLabel:`univa`,repoName:`univa`,repoUrl:`https://github.com/PKU-YuanGroup/UniWorld-V1`,snippets:kl,filter:!0,countDownloads:`path:"config.json"`},"uni-3dar":{prettyLabel:`Uni-3DAR`,repoName:`Uni-3DAR`,repoUrl:`https://github.com/dptech-corp/Uni-3DAR`,docsUrl:`https://github.com/dptech-corp/Uni-3DAR`,countDownloads:`path_extension:"pt"`},"unity-sentis":{prettyLabel:`unity-sentis`,repoName:`unity-sentis`,repoUrl:`https://github.com/Unity-Technologies/sentis-samples`,snippets:ml,filter:!0,countDownloads:`path_extension:"sentis"`},sana:{prettyLabel:`Sana`,repoName:`Sana`,repoUrl:`https://github.com/NVlabs/Sana`,countDownloads:`path_extension:"pth"`,snippets:hl},videoprism:{prettyLabel:`VideoPrism`,repoName:`VideoPrism`,repoUrl:`https://github.com/google-deepmind/videoprism`,countDownloads:`path_extension:"npz"`,snippets:_l},"vfi-mamba":{prettyLabel:`VFIMamba`,repoName:`VFIMamba`,repoUrl:`https://github.com/MCG-NJU/VFIMamba`,countDownloads:`path_extension:"pkl"`,snippets:vl},vismatch:{prettyLabel:`VisMatch`,repoName:`VisMatch`,repoUrl:`https://github.com/gmberton/vismatch`,filter:!1,countDownloads:`path:"vismatch.yaml"`},lvface:{prettyLabel:`LVFace`,repoName:`LVFace`,repoUrl:`https://github.com/bytedance/LVFace`,countDownloads:`path_extension:"pt" OR path_extension:"onnx"`,snippets:yl},voicecraft:{prettyLabel:`VoiceCraft`,repoName:`VoiceCraft`,repoUrl:`https://github.com/jasonppy/VoiceCraft`,docsUrl:`https://github.com/jasonppy/VoiceCraft`,snippets:bl},voxcpm:{prettyLabel:`VoxCPM`,repoName:`VoxCPM`,repoUrl:`https://github.com/OpenBMB/VoxCPM`,snippets:xl,filter:!1},vui:{prettyLabel:`Vui`,repoName:`Vui`,repoUrl:`https://github.com/vui-ai/vui`,countDownloads:`path_extension:"pt"`,snippets:Sl},vqweb:{prettyLabel:`vqweb`,repoName:`vqweb`,repoUrl:`https://github.com/rosecky/embedding-quantization-public/tree/main/packages/vqweb`,docsUrl:`https://www.npmjs.com/package/@thinletterio/vqweb`,countDownloads:`path_extension:"vqw"`,filter:!1},vibevoice:{prettyLabel:`VibeVoice`,repoName:`VibeVoice`,repoUrl:`https://github.com/microsoft/VibeVoice`,snippets:gl,filter:!1},videox_fun:{prettyLabel:`VideoX Fun`,repoName:`VideoX Fun`,repoUrl:`https://github.com/aigc-apps/VideoX-Fun`,filter:!1,countDownloads:`path_extension:"safetensors"`},"wan2.2":{prettyLabel:`Wan2.2`,repoName:`Wan2.2`,repoUrl:`https://github.com/Wan-Video/Wan2.2`,countDownloads:`path_filename:"config" AND path_extension:"json"`},wham:{prettyLabel:`WHAM`,repoName:`wham`,repoUrl:`https://huggingface.co/microsoft/wham`,docsUrl:`https://huggingface.co/microsoft/wham/blob/main/README.md`,countDownloads:`path_extension:"ckpt"`},whisperkit:{prettyLabel:`WhisperKit`,repoName:`WhisperKit`,repoUrl:`https://github.com/argmaxinc/WhisperKit`,docsUrl:`https://github.com/argmaxinc/WhisperKit?tab=readme-ov-file#homebrew`,snippets:()=>[`# Install CLI with Homebrew on macOS device
brew install whisperkit-cli

# View all available inference options
whisperkit-cli transcribe --help

# Download and run inference using whisper base model
whisperkit-cli transcribe --audio-path /path/to/audio.mp3

# Or use your preferred model variant
whisperkit-cli transcribe --model "large-v3" --model-prefix "distil" --audio-path /path/to/audio.mp3 --verbose`],countDownloads:`path_filename:"model" AND path_extension:"mil" AND _exists_:"path_prefix"`},yolov10:{prettyLabel:`YOLOv10`,repoName:`YOLOv10`,repoUrl:`https://github.com/THU-MIG/yolov10`,docsUrl:`https://github.com/THU-MIG/yolov10`,countDownloads:`path_extension:"pt" OR path_extension:"safetensors"`,snippets:wl},yolov26:{prettyLabel:`YOLOv26`,repoName:`YOLOv26`,repoUrl:`https://github.com/ultralytics/ultralytics`,docsUrl:`https://docs.ultralytics.com/models/yolo26/`,countDownloads:`path_extension:"pt" OR path_extension:"safetensors"`},zonos:{prettyLabel:`Zonos`,repoName:`Zonos`,repoUrl:`https://github.com/Zyphra/Zonos`,docsUrl:`https://github.com/Zyphra/Zonos`,snippets:e=>[`# pip install git+https://github.com/Zyphra/Zonos.git
import torchaudio
from zonos.model import Zonos
from zonos.conditioning import make_cond_dict

model = Zonos.from_pretrained("${e.id}", device="cuda")

wav, sr = torchaudio.load("speaker.wav")           # 5-10s reference clip
speaker = model.make_speaker_embedding(wav, sr)

cond  = make_cond_dict(text="Hello, world!", speaker=speaker, language="en-us")
codes = model.generate(model.prepare_conditioning(cond))

audio = model.autoencoder.decode(codes)[0].cpu()
torchaudio.save("sample.wav", audio, model.autoencoder.sampling_rate)
`],filter:!1},"3dtopia-xl":{prettyLabel:`3DTopia-XL`,repoName:`3DTopia-XL`,repoUrl:`https://github.com/3DTopia/3DTopia-XL`,filter:!1,countDownloads:`path:"model_vae_fp16.pt"`,snippets:e=>[`from threedtopia_xl.models import threedtopia_xl

model = threedtopia_xl.from_pretrained("${e.id}")
model.generate(cond="path/to/image.png")`]}};Object.keys(Xl),Object.entries(Xl).filter(([e,t])=>t.filter).map(([e])=>e);var $;(function(e){e[e.F32=0]=`F32`,e[e.F16=1]=`F16`,e[e.Q4_0=2]=`Q4_0`,e[e.Q4_1=3]=`Q4_1`,e[e.Q4_1_SOME_F16=4]=`Q4_1_SOME_F16`,e[e.Q4_2=5]=`Q4_2`,e[e.Q4_3=6]=`Q4_3`,e[e.Q8_0=7]=`Q8_0`,e[e.Q5_0=8]=`Q5_0`,e[e.Q5_1=9]=`Q5_1`,e[e.Q2_K=10]=`Q2_K`,e[e.Q3_K_S=11]=`Q3_K_S`,e[e.Q3_K_M=12]=`Q3_K_M`,e[e.Q3_K_L=13]=`Q3_K_L`,e[e.Q4_K_S=14]=`Q4_K_S`,e[e.Q4_K_M=15]=`Q4_K_M`,e[e.Q5_K_S=16]=`Q5_K_S`,e[e.Q5_K_M=17]=`Q5_K_M`,e[e.Q6_K=18]=`Q6_K`,e[e.IQ2_XXS=19]=`IQ2_XXS`,e[e.IQ2_XS=20]=`IQ2_XS`,e[e.Q2_K_S=21]=`Q2_K_S`,e[e.IQ3_XS=22]=`IQ3_XS`,e[e.IQ3_XXS=23]=`IQ3_XXS`,e[e.IQ1_S=24]=`IQ1_S`,e[e.IQ4_NL=25]=`IQ4_NL`,e[e.IQ3_S=26]=`IQ3_S`,e[e.IQ3_M=27]=`IQ3_M`,e[e.IQ2_S=28]=`IQ2_S`,e[e.IQ2_M=29]=`IQ2_M`,e[e.IQ4_XS=30]=`IQ4_XS`,e[e.IQ1_M=31]=`IQ1_M`,e[e.BF16=32]=`BF16`,e[e.Q4_0_4_4=33]=`Q4_0_4_4`,e[e.Q4_0_4_8=34]=`Q4_0_4_8`,e[e.Q4_0_8_8=35]=`Q4_0_8_8`,e[e.TQ1_0=36]=`TQ1_0`,e[e.TQ2_0=37]=`TQ2_0`,e[e.MXFP4_MOE=38]=`MXFP4_MOE`,e[e.NVFP4=39]=`NVFP4`,e[e.Q1_0=40]=`Q1_0`,e[e.Q2_0=41]=`Q2_0`,e[e.Q2_K_XL=1e3]=`Q2_K_XL`,e[e.Q3_K_XL=1001]=`Q3_K_XL`,e[e.Q4_K_XL=1002]=`Q4_K_XL`,e[e.Q5_K_XL=1003]=`Q5_K_XL`,e[e.Q6_K_XL=1004]=`Q6_K_XL`,e[e.Q8_K_XL=1005]=`Q8_K_XL`})($||={});const Zl=Object.values($).filter(e=>typeof e==`string`),Ql=[`MXFP4`],$l=RegExp(`(?<prefix>UD-)?(?<quant>${[...Zl,...Ql].join(`|`)})(_(?<sizeVariation>[A-Z]+))?`);new RegExp($l,`g`),$.F32,$.BF16,$.F16,$.Q8_K_XL,$.Q8_0,$.Q6_K_XL,$.Q6_K,$.Q5_K_XL,$.Q5_K_M,$.Q5_K_S,$.Q5_0,$.Q5_1,$.Q4_K_XL,$.Q4_K_M,$.Q4_K_S,$.IQ4_NL,$.IQ4_XS,$.Q4_0_4_4,$.Q4_0_4_8,$.Q4_0_8_8,$.Q4_1_SOME_F16,$.Q4_0,$.Q4_1,$.Q4_2,$.Q4_3,$.MXFP4_MOE,$.NVFP4,$.Q3_K_XL,$.Q3_K_L,$.Q3_K_M,$.Q3_K_S,$.IQ3_M,$.IQ3_S,$.IQ3_XS,$.IQ3_XXS,$.Q2_K_XL,$.Q2_K,$.Q2_K_S,$.IQ2_M,$.IQ2_S,$.IQ2_XS,$.IQ2_XXS,$.Q2_0,$.IQ1_S,$.IQ1_M,$.TQ1_0,$.TQ2_0,$.Q1_0;var eu;(function(e){e[e.F32=0]=`F32`,e[e.F16=1]=`F16`,e[e.Q4_0=2]=`Q4_0`,e[e.Q4_1=3]=`Q4_1`,e[e.Q5_0=6]=`Q5_0`,e[e.Q5_1=7]=`Q5_1`,e[e.Q8_0=8]=`Q8_0`,e[e.Q8_1=9]=`Q8_1`,e[e.Q2_K=10]=`Q2_K`,e[e.Q3_K=11]=`Q3_K`,e[e.Q4_K=12]=`Q4_K`,e[e.Q5_K=13]=`Q5_K`,e[e.Q6_K=14]=`Q6_K`,e[e.Q8_K=15]=`Q8_K`,e[e.IQ2_XXS=16]=`IQ2_XXS`,e[e.IQ2_XS=17]=`IQ2_XS`,e[e.IQ3_XXS=18]=`IQ3_XXS`,e[e.IQ1_S=19]=`IQ1_S`,e[e.IQ4_NL=20]=`IQ4_NL`,e[e.IQ3_S=21]=`IQ3_S`,e[e.IQ2_S=22]=`IQ2_S`,e[e.IQ4_XS=23]=`IQ4_XS`,e[e.I8=24]=`I8`,e[e.I16=25]=`I16`,e[e.I32=26]=`I32`,e[e.I64=27]=`I64`,e[e.F64=28]=`F64`,e[e.IQ1_M=29]=`IQ1_M`,e[e.BF16=30]=`BF16`,e[e.TQ1_0=34]=`TQ1_0`,e[e.TQ2_0=35]=`TQ2_0`,e[e.MXFP4=39]=`MXFP4`,e[e.NVFP4=40]=`NVFP4`,e[e.Q1_0=41]=`Q1_0`,e[e.Q2_0=42]=`Q2_0`})(eu||={});var tu;(function(e){e[e.BLACKWELL_ULTRA=12.1]=`BLACKWELL_ULTRA`,e[e.BLACKWELL_RTX=12]=`BLACKWELL_RTX`,e[e.BLACKWELL=10]=`BLACKWELL`,e[e.HOPPER=9]=`HOPPER`,e[e.ADA_LOVELACE=8.9]=`ADA_LOVELACE`,e[e.ORIN=8.7]=`ORIN`,e[e.AMPERE_RTX=8.6]=`AMPERE_RTX`,e[e.AMPERE=8]=`AMPERE`,e[e.TURING=7.5]=`TURING`,e[e.XAVIER=7.2]=`XAVIER`,e[e.VOLTA=7]=`VOLTA`,e[e.PASCAL_TEGRA=6.2]=`PASCAL_TEGRA`,e[e.PASCAL=6.1]=`PASCAL`,e[e.PASCAL_DATACENTER=6]=`PASCAL_DATACENTER`,e[e.MAXWELL=5.3]=`MAXWELL`})(tu||={});const nu={js:{fetch:{basic:`async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "application/json",
{% if billTo %}
				"X-HF-Bill-To": "{{ billTo }}",
{% endif %}			},
			method: "POST",
			body: JSON.stringify(data),
		}
	);
	const result = await response.json();
	return result;
}

query({ inputs: {{ providerInputs.asObj.inputs }} }).then((response) => {
    console.log(JSON.stringify(response));
});`,basicAudio:`async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "audio/flac",
{% if billTo %}
				"X-HF-Bill-To": "{{ billTo }}",
{% endif %}			},
			method: "POST",
			body: JSON.stringify(data),
		}
	);
	const result = await response.json();
	return result;
}

query({ inputs: {{ providerInputs.asObj.inputs }} }).then((response) => {
    console.log(JSON.stringify(response));
});`,basicImage:`async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "image/jpeg",
{% if billTo %}
				"X-HF-Bill-To": "{{ billTo }}",
{% endif %}			},
			method: "POST",
			body: JSON.stringify(data),
		}
	);
	const result = await response.json();
	return result;
}

query({ inputs: {{ providerInputs.asObj.inputs }} }).then((response) => {
    console.log(JSON.stringify(response));
});`,conversational:`async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "application/json",
{% if billTo %}
				"X-HF-Bill-To": "{{ billTo }}",
{% endif %}			},
			method: "POST",
			body: JSON.stringify(data),
		}
	);
	const result = await response.json();
	return result;
}

query({ 
{{ autoInputs.asTsString }}
}).then((response) => {
    console.log(JSON.stringify(response));
});`,imageToImage:`const image = fs.readFileSync("{{inputs.asObj.inputs}}");

async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "image/jpeg",
{% if billTo %}
				"X-HF-Bill-To": "{{ billTo }}",
{% endif %}			},
			method: "POST",
			body: {
				"inputs": \`data:image/png;base64,\${data.inputs.encode("base64")}\`,
				"parameters": data.parameters,
			}
		}
	);
	const result = await response.json();
	return result;
}

query({ 
	inputs: image,
	parameters: {
		prompt: "{{ inputs.asObj.parameters.prompt }}",
	}
}).then((response) => {
    console.log(JSON.stringify(response));
});`,imageToVideo:`const image = fs.readFileSync("{{inputs.asObj.inputs}}");

async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "image/jpeg",
{% if billTo %}
				"X-HF-Bill-To": "{{ billTo }}",
{% endif %}			},
			method: "POST",
			body: {
				"image_url": \`data:image/png;base64,\${data.image.encode("base64")}\`,
				"prompt": data.prompt,
			}
		}
	);
	const result = await response.json();
	return result;
}

query({
	"image": image,
	"prompt": "{{inputs.asObj.parameters.prompt}}",
}).then((response) => {
    // Use video
});`,textToAudio:`{% if model.library_name == "transformers" %}
async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "application/json",
{% if billTo %}
				"X-HF-Bill-To": "{{ billTo }}",
{% endif %}			},
			method: "POST",
			body: JSON.stringify(data),
		}
	);
	const result = await response.blob();
    return result;
}

query({ inputs: {{ providerInputs.asObj.inputs }} }).then((response) => {
    // Returns a byte object of the Audio wavform. Use it directly!
});
{% else %}
async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "application/json",
			},
			method: "POST",
			body: JSON.stringify(data),
		}
	);
    const result = await response.json();
    return result;
}

query({ inputs: {{ providerInputs.asObj.inputs }} }).then((response) => {
    console.log(JSON.stringify(response));
});
{% endif %} `,textToImage:`async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "application/json",
{% if billTo %}
				"X-HF-Bill-To": "{{ billTo }}",
{% endif %}			},
			method: "POST",
			body: JSON.stringify(data),
		}
	);
	const result = await response.blob();
	return result;
}


query({ {{ providerInputs.asTsString }} }).then((response) => {
    // Use image
});`,textToSpeech:`{% if model.library_name == "transformers" %}
async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "application/json",
{% if billTo %}
				"X-HF-Bill-To": "{{ billTo }}",
{% endif %}			},
			method: "POST",
			body: JSON.stringify(data),
		}
	);
	const result = await response.blob();
    return result;
}

query({ text: {{ inputs.asObj.inputs }} }).then((response) => {
    // Returns a byte object of the Audio wavform. Use it directly!
});
{% else %}
async function query(data) {
	const response = await fetch(
		"{{ fullUrl }}",
		{
			headers: {
				Authorization: "{{ authorizationHeader }}",
				"Content-Type": "application/json",
			},
			method: "POST",
			body: JSON.stringify(data),
		}
	);
    const result = await response.json();
    return result;
}

query({ text: {{ inputs.asObj.inputs }} }).then((response) => {
    console.log(JSON.stringify(response));
});
{% endif %} `,zeroShotClassification:`async function query(data) {
    const response = await fetch(
		"{{ fullUrl }}",
        {
            headers: {
				Authorization: "{{ authorizationHeader }}",
                "Content-Type": "application/json",
{% if billTo %}
                "X-HF-Bill-To": "{{ billTo }}",
{% endif %}         },
            method: "POST",
            body: JSON.stringify(data),
        }
    );
    const result = await response.json();
    return result;
}

query({
    inputs: {{ providerInputs.asObj.inputs }},
    parameters: { candidate_labels: ["refund", "legal", "faq"] }
}).then((response) => {
    console.log(JSON.stringify(response));
});`},"huggingface.js":{basic:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const output = await client.{{ methodName }}({
{% if endpointUrl %}
    endpointUrl: "{{ endpointUrl }}",
{% endif %}
	model: "{{ model.id }}",
	inputs: {{ inputs.asObj.inputs }},
	provider: "{{ provider }}",
}{% if billTo %}, {
	billTo: "{{ billTo }}",
}{% endif %});

console.log(output);`,basicAudio:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const data = fs.readFileSync({{inputs.asObj.inputs}});

const output = await client.{{ methodName }}({
{% if endpointUrl %}
    endpointUrl: "{{ endpointUrl }}",
{% endif %}
	data,
	model: "{{ model.id }}",
	provider: "{{ provider }}",
}{% if billTo %}, {
	billTo: "{{ billTo }}",
}{% endif %});

console.log(output);`,basicImage:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const data = fs.readFileSync({{inputs.asObj.inputs}});

const output = await client.{{ methodName }}({
{% if endpointUrl %}
    endpointUrl: "{{ endpointUrl }}",
{% endif %}
	data,
	model: "{{ model.id }}",
	provider: "{{ provider }}",
}{% if billTo %}, {
	billTo: "{{ billTo }}",
}{% endif %});

console.log(output);`,conversational:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const chatCompletion = await client.chatCompletion({
{% if endpointUrl %}
    endpointUrl: "{{ endpointUrl }}",
{% endif %}
{% if directRequest %}
    provider: "{{ provider }}",
    model: "{{ model.id }}",
{% else %}
    model: "{{ providerModelId }}",
{% endif %}
{{ inputs.asTsString }}
}{% if billTo %}, {
    billTo: "{{ billTo }}",
}{% endif %});

console.log(chatCompletion.choices[0].message);`,conversationalStream:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

let out = "";

const stream = client.chatCompletionStream({
{% if endpointUrl %}
    endpointUrl: "{{ endpointUrl }}",
{% endif %}
    model: "{{ providerModelId }}",
{{ inputs.asTsString }}
}{% if billTo %}, {
    billTo: "{{ billTo }}",
}{% endif %});

for await (const chunk of stream) {
	if (chunk.choices && chunk.choices.length > 0) {
		const newContent = chunk.choices[0].delta.content;
		out += newContent;
		console.log(newContent);
	}
}`,imageToImage:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const data = fs.readFileSync("{{inputs.asObj.inputs}}");

const image = await client.imageToImage({
{% if endpointUrl %}
	endpointUrl: "{{ endpointUrl }}",
{% endif %}
	provider: "{{provider}}",
	model: "{{model.id}}",
	inputs: data,
	parameters: { prompt: "{{inputs.asObj.parameters.prompt}}", },
}{% if billTo %}, {
	billTo: "{{ billTo }}",
}{% endif %});
/// Use the generated image (it's a Blob)
// For example, you can save it to a file or display it in an image element
`,imageToVideo:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const data = fs.readFileSync("{{inputs.asObj.inputs}}");

const video = await client.imageToVideo({
{% if endpointUrl %}
	endpointUrl: "{{ endpointUrl }}",
{% endif %}
	provider: "{{provider}}",
	model: "{{model.id}}",
	inputs: data,
	parameters: { prompt: "{{inputs.asObj.parameters.prompt}}", },
}{% if billTo %}, {
	billTo: "{{ billTo }}",
}{% endif %});

/// Use the generated video (it's a Blob)
// For example, you can save it to a file or display it in a video element
`,textToAudio:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const audio = await client.textToAudio({
{% if endpointUrl %}
    endpointUrl: "{{ endpointUrl }}",
{% endif %}
    provider: "{{ provider }}",
    model: "{{ model.id }}",
	inputs: {{ inputs.asObj.inputs }},
}{% if billTo %}, {
    billTo: "{{ billTo }}",
}{% endif %});
// Use the generated audio (it's a Blob)
`,textToImage:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const image = await client.textToImage({
{% if endpointUrl %}
    endpointUrl: "{{ endpointUrl }}",
{% endif %}
    provider: "{{ provider }}",
    model: "{{ model.id }}",
	inputs: {{ inputs.asObj.inputs }},
	parameters: { num_inference_steps: 5 },
}{% if billTo %}, {
    billTo: "{{ billTo }}",
}{% endif %});
/// Use the generated image (it's a Blob)`,textToSpeech:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const audio = await client.textToSpeech({
{% if endpointUrl %}
    endpointUrl: "{{ endpointUrl }}",
{% endif %}
    provider: "{{ provider }}",
    model: "{{ model.id }}",
	inputs: {{ inputs.asObj.inputs }},
}{% if billTo %}, {
    billTo: "{{ billTo }}",
}{% endif %});
// Use the generated audio (it's a Blob)`,textToVideo:`import { InferenceClient } from "@huggingface/inference";

const client = new InferenceClient("{{ accessToken }}");

const video = await client.textToVideo({
{% if endpointUrl %}
    endpointUrl: "{{ endpointUrl }}",
{% endif %}
    provider: "{{ provider }}",
    model: "{{ model.id }}",
	inputs: {{ inputs.asObj.inputs }},
}{% if billTo %}, {
    billTo: "{{ billTo }}",
}{% endif %});
// Use the generated video (it's a Blob)`},openai:{conversational:`import { OpenAI } from "openai";

const client = new OpenAI({
	baseURL: "{{ baseUrl }}",
	apiKey: "{{ accessToken }}",
{% if billTo %}
	defaultHeaders: {
		"X-HF-Bill-To": "{{ billTo }}" 
	}
{% endif %}
});

const chatCompletion = await client.chat.completions.create({
	model: "{{ providerModelId }}",
{{ inputs.asTsString }}
});

console.log(chatCompletion.choices[0].message);`,conversationalStream:`import { OpenAI } from "openai";

const client = new OpenAI({
	baseURL: "{{ baseUrl }}",
	apiKey: "{{ accessToken }}",
{% if billTo %}
    defaultHeaders: {
		"X-HF-Bill-To": "{{ billTo }}" 
	}
{% endif %}
});

const stream = await client.chat.completions.create({
    model: "{{ providerModelId }}",
{{ inputs.asTsString }}
    stream: true,
});

for await (const chunk of stream) {
    process.stdout.write(chunk.choices[0]?.delta?.content || "");
}`}},python:{fal_client:{imageToImage:`{%if provider == "fal-ai" %}
import fal_client
import base64

def on_queue_update(update):
    if isinstance(update, fal_client.InProgress):
        for log in update.logs:
           print(log["message"])

with open("{{inputs.asObj.inputs}}", "rb") as image_file:
    image_base_64 = base64.b64encode(image_file.read()).decode('utf-8')

result = fal_client.subscribe(
    "fal-ai/flux-kontext/dev",
    arguments={
        "prompt": f"data:image/png;base64,{image_base_64}",
        "image_url": "{{ providerInputs.asObj.inputs }}",
    },
    with_logs=True,
    on_queue_update=on_queue_update,
)
print(result)
{%endif%}
`,imageToVideo:`{%if provider == "fal-ai" %}
import fal_client
import base64

def on_queue_update(update):
    if isinstance(update, fal_client.InProgress):
        for log in update.logs:
           print(log["message"])

with open("{{inputs.asObj.inputs}}", "rb") as image_file:
    image_base_64 = base64.b64encode(image_file.read()).decode('utf-8')

result = fal_client.subscribe(
    "{{model.id}}",
    arguments={
        "image_url": f"data:image/png;base64,{image_base_64}",
        "prompt": "{{inputs.asObj.parameters.prompt}}",
    },
    with_logs=True,
    on_queue_update=on_queue_update,
)
print(result)
{%endif%}
`,textToImage:`{% if provider == "fal-ai" %}
import fal_client

{% if providerInputs.asObj.loras is defined and providerInputs.asObj.loras != none %}
result = fal_client.subscribe(
    "{{ providerModelId }}",
    arguments={
        "prompt": {{ inputs.asObj.inputs }},
        "loras":{{ providerInputs.asObj.loras | tojson }},
    },
)
{% else %}
result = fal_client.subscribe(
    "{{ providerModelId }}",
    arguments={
        "prompt": {{ inputs.asObj.inputs }},
    },
)
{% endif %} 
print(result)
{% endif %} `},huggingface_hub:{basic:`result = client.{{ methodName }}(
    {{ inputs.asObj.inputs }},
    model="{{ model.id }}",
)`,basicAudio:`output = client.{{ methodName }}({{ inputs.asObj.inputs }}, model="{{ model.id }}")`,basicImage:`output = client.{{ methodName }}({{ inputs.asObj.inputs }}, model="{{ model.id }}")`,conversational:`completion = client.chat.completions.create(
{% if directRequest %}
    model="{{ model.id }}",
{% else %}
    model="{{ providerModelId }}",
{% endif %}
{{ inputs.asPythonString }}
)

print(completion.choices[0].message) `,conversationalStream:`stream = client.chat.completions.create(
    model="{{ providerModelId }}",
{{ inputs.asPythonString }}
    stream=True,
)

for chunk in stream:
    print(chunk.choices[0].delta.content, end="") `,documentQuestionAnswering:`output = client.document_question_answering(
    "{{ inputs.asObj.image }}",
    question="{{ inputs.asObj.question }}",
    model="{{ model.id }}",
) `,imageToImage:`with open("{{ inputs.asObj.inputs }}", "rb") as image_file:
   input_image = image_file.read()

# output is a PIL.Image object
image = client.image_to_image(
    input_image,
    prompt="{{ inputs.asObj.parameters.prompt }}",
    model="{{ model.id }}",
)
`,imageToVideo:`with open("{{ inputs.asObj.inputs }}", "rb") as image_file:
   input_image = image_file.read()

video = client.image_to_video(
    input_image,
    prompt="{{ inputs.asObj.parameters.prompt }}",
    model="{{ model.id }}",
) 
`,importInferenceClient:`from huggingface_hub import InferenceClient

client = InferenceClient(
{% if endpointUrl %}
    base_url="{{ baseUrl }}",
{% endif %}
{% if task != "conversational" or directRequest %}
    provider="{{ provider }}",
{% endif %}
    api_key="{{ accessToken }}",
{% if billTo %}
    bill_to="{{ billTo }}",
{% endif %}
)`,questionAnswering:`answer = client.question_answering(
    question="{{ inputs.asObj.question }}",
    context="{{ inputs.asObj.context }}",
    model="{{ model.id }}",
) `,tableQuestionAnswering:`answer = client.table_question_answering(
    query="{{ inputs.asObj.query }}",
    table={{ inputs.asObj.table }},
    model="{{ model.id }}",
) `,textToImage:`# output is a PIL.Image object
image = client.text_to_image(
    {{ inputs.asObj.inputs }},
    model="{{ model.id }}",
) `,textToSpeech:`# audio is returned as bytes
audio = client.text_to_speech(
    {{ inputs.asObj.inputs }},
    model="{{ model.id }}",
) 
`,textToVideo:`video = client.text_to_video(
    {{ inputs.asObj.inputs }},
    model="{{ model.id }}",
) `},openai:{conversational:`from openai import OpenAI

client = OpenAI(
    base_url="{{ baseUrl }}",
    api_key="{{ accessToken }}",
{% if billTo %}
    default_headers={
        "X-HF-Bill-To": "{{ billTo }}"
    }
{% endif %}
)

completion = client.chat.completions.create(
    model="{{ providerModelId }}",
{{ inputs.asPythonString }}
)

print(completion.choices[0].message) `,conversationalStream:`from openai import OpenAI

client = OpenAI(
    base_url="{{ baseUrl }}",
    api_key="{{ accessToken }}",
{% if billTo %}
    default_headers={
        "X-HF-Bill-To": "{{ billTo }}"
    }
{% endif %}
)

stream = client.chat.completions.create(
    model="{{ providerModelId }}",
{{ inputs.asPythonString }}
    stream=True,
)

for chunk in stream:
    print(chunk.choices[0].delta.content, end="")`},requests:{basic:`def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.json()

output = query({
    "inputs": {{ providerInputs.asObj.inputs }},
}) `,basicAudio:`def query(filename):
    with open(filename, "rb") as f:
        data = f.read()
    response = requests.post(API_URL, headers={"Content-Type": "audio/flac", **headers}, data=data)
    return response.json()

output = query({{ providerInputs.asObj.inputs }})`,basicImage:`def query(filename):
    with open(filename, "rb") as f:
        data = f.read()
    response = requests.post(API_URL, headers={"Content-Type": "image/jpeg", **headers}, data=data)
    return response.json()

output = query({{ providerInputs.asObj.inputs }})`,conversational:`def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.json()

response = query({
{{ autoInputs.asJsonString }}
})

print(response["choices"][0]["message"])`,conversationalStream:`def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload, stream=True)
    for line in response.iter_lines():
        if not line.startswith(b"data:"):
            continue
        if line.strip() == b"data: [DONE]":
            return
        yield json.loads(line.decode("utf-8").lstrip("data:").rstrip("/n"))

chunks = query({
{{ autoInputs.asJsonString }},
    "stream": True,
})

for chunk in chunks:
    print(chunk["choices"][0]["delta"]["content"], end="")`,documentQuestionAnswering:`def query(payload):
    with open(payload["image"], "rb") as f:
        img = f.read()
        payload["image"] = base64.b64encode(img).decode("utf-8")
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.json()

output = query({
    "inputs": {
        "image": "{{ inputs.asObj.image }}",
        "question": "{{ inputs.asObj.question }}",
    },
}) `,imageToImage:`
def query(payload):
    with open(payload["inputs"], "rb") as f:
        img = f.read()
        payload["inputs"] = base64.b64encode(img).decode("utf-8")
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.content

image_bytes = query({
{{ providerInputs.asJsonString }}
})

# You can access the image with PIL.Image for example
import io
from PIL import Image
image = Image.open(io.BytesIO(image_bytes)) `,imageToVideo:`
def query(payload):
    with open(payload["inputs"], "rb") as f:
        img = f.read()
        payload["inputs"] = base64.b64encode(img).decode("utf-8")
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.content

video_bytes = query({
{{ inputs.asJsonString }}
})
`,importRequests:`{% if importBase64 %}
import base64
{% endif %}
{% if importJson %}
import json
{% endif %}
import requests

API_URL = "{{ fullUrl }}"
headers = {
    "Authorization": "{{ authorizationHeader }}",
{% if billTo %}
    "X-HF-Bill-To": "{{ billTo }}"
{% endif %}
}`,tabular:`def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.content

response = query({
    "inputs": {
        "data": {{ providerInputs.asObj.inputs }}
    },
}) `,textToAudio:`{% if model.library_name == "transformers" %}
def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.content

audio_bytes = query({
    "inputs": {{ inputs.asObj.inputs }},
})
# You can access the audio with IPython.display for example
from IPython.display import Audio
Audio(audio_bytes)
{% else %}
def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.json()

audio, sampling_rate = query({
    "inputs": {{ inputs.asObj.inputs }},
})
# You can access the audio with IPython.display for example
from IPython.display import Audio
Audio(audio, rate=sampling_rate)
{% endif %} `,textToImage:`{% if provider == "hf-inference" %}
def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.content

image_bytes = query({
    "inputs": {{ providerInputs.asObj.inputs }},
})

# You can access the image with PIL.Image for example
import io
from PIL import Image
image = Image.open(io.BytesIO(image_bytes))
{% endif %}`,textToSpeech:`{% if model.library_name == "transformers" %}
def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.content

audio_bytes = query({
    "text": {{ inputs.asObj.inputs }},
})
# You can access the audio with IPython.display for example
from IPython.display import Audio
Audio(audio_bytes)
{% else %}
def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.json()

audio, sampling_rate = query({
    "text": {{ inputs.asObj.inputs }},
})
# You can access the audio with IPython.display for example
from IPython.display import Audio
Audio(audio, rate=sampling_rate)
{% endif %} `,zeroShotClassification:`def query(payload):
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.json()

output = query({
    "inputs": {{ providerInputs.asObj.inputs }},
    "parameters": {"candidate_labels": ["refund", "legal", "faq"]},
}) `,zeroShotImageClassification:`def query(data):
    with open(data["image_path"], "rb") as f:
        img = f.read()
    payload={
        "parameters": data["parameters"],
        "inputs": base64.b64encode(img).decode("utf-8")
    }
    response = requests.post(API_URL, headers=headers, json=payload)
    return response.json()

output = query({
    "image_path": {{ providerInputs.asObj.inputs }},
    "parameters": {"candidate_labels": ["cat", "dog", "llama"]},
}) `}},sh:{curl:{basic:`curl {{ fullUrl }} \\
    -X POST \\
    -H 'Authorization: {{ authorizationHeader }}' \\
    -H 'Content-Type: application/json' \\
{% if billTo %}
    -H 'X-HF-Bill-To: {{ billTo }}' \\
{% endif %}
    -d '{
{{ providerInputs.asCurlString }}
    }'`,basicAudio:`curl {{ fullUrl }} \\
    -X POST \\
    -H 'Authorization: {{ authorizationHeader }}' \\
    -H 'Content-Type: audio/flac' \\
{% if billTo %}
    -H 'X-HF-Bill-To: {{ billTo }}' \\
{% endif %}
    --data-binary @{{ providerInputs.asObj.inputs }}`,basicImage:`curl {{ fullUrl }} \\
    -X POST \\
    -H 'Authorization: {{ authorizationHeader }}' \\
    -H 'Content-Type: image/jpeg' \\
{% if billTo %}
    -H 'X-HF-Bill-To: {{ billTo }}' \\
{% endif %}
    --data-binary @{{ providerInputs.asObj.inputs }}`,conversational:`curl {{ fullUrl }} \\
    -H 'Authorization: {{ authorizationHeader }}' \\
    -H 'Content-Type: application/json' \\
{% if billTo %}
    -H 'X-HF-Bill-To: {{ billTo }}' \\
{% endif %}
    -d '{
{{ autoInputs.asCurlString }},
        "stream": false
    }'`,conversationalStream:`curl {{ fullUrl }} \\
    -H 'Authorization: {{ authorizationHeader }}' \\
    -H 'Content-Type: application/json' \\
{% if billTo %}
    -H 'X-HF-Bill-To: {{ billTo }}' \\
{% endif %}
    -d '{
{{ autoInputs.asCurlString }},
        "stream": true
    }'`,zeroShotClassification:`curl {{ fullUrl }} \\
    -X POST \\
    -d '{"inputs": {{ providerInputs.asObj.inputs }}, "parameters": {"candidate_labels": ["refund", "legal", "faq"]}}' \\
    -H 'Content-Type: application/json' \\
    -H 'Authorization: {{ authorizationHeader }}'
{% if billTo %} \\
    -H 'X-HF-Bill-To: {{ billTo }}'
{% endif %}`}}},ru=[`openai`,`huggingface_hub`,`fal_client`,`requests`],iu=[`openai`,`huggingface.js`,`fetch`],au=[`curl`];[...iu],[...ru],[...au];const ou=(e,t,n)=>{let r=nu[e]?.[t]?.[n];if(!r)throw Error(`Template not found: ${e}/${t}/${n}`);return e=>new Qi(r).render({...e})};ou(`python`,`huggingface_hub`,`importInferenceClient`),ou(`python`,`requests`,`importRequests`);export{Cr as InferenceClient,ke as setLogger};