import e from"node:path";import{existsSync as t}from"node:fs";import{Xt as n,rn as r,tn as i}from"./secrets.js";import{a,c as o,d as s,i as c,l,r as u,s as d}from"./judge.js";import{o as f}from"./retry-after.js";import{r as p}from"./rows-file.js";import{c as m,n as h,r as g}from"./addresses.js";import{check as _}from"./check2.js";import{i as v,t as y}from"./main2.js";import{suggest as b}from"./suggest.js";function x(e){return/^[A-Za-z][\w./-]*$/.test(e)?e:JSON.stringify(e)}function S(e){let{rows:t,source:n=`builtin:multiple-choice`}=e,r={data:`data: { source: ${x(n)}, limit: 100 }`,tests:w},{data:i,tests:a}=t?T(e,t):r;return`# yaml-language-server: $schema=https://raw.githubusercontent.com/org/sensitivity-action/v1/schema/sensitivity.schema.json
model:
  ${C(e).join(`
  `)}
${i}
tests:
  sensitivity:
    ${a.join(`
    `)}
evaluation:
  compare: base # fails what is surely worse than the base branch, and lists the rows that broke
`}function C({hub:e,model:t,baseUrl:n,prompt:r,rows:i}){let a=[`hub: ${e}`,`name: ${x(t)}`];n!==void 0&&a.push(`${h[e].isFreeForm?`url`:`base_url`}: ${x(n)}`),e===`bedrock`&&a.push(`region: us-east-1 # where the model runs`);let o=e===`azure-openai`||e===`openai`&&n===void 0;if(!h[e].isLocal&&!h[e].isFreeForm&&a.push(`parameters: { ${o?`max_completion_tokens`:`max_tokens`}: 512 }`),!r)return a;let s=r.isTemplate?`prompt_file`:`system_prompt_file`;a.push(`${s}: ${x(r.file)} # the prompt that you ship`);let c=r.placeholders.filter(e=>!i?.columns.includes(e)),l=c.map(e=>`${e}: YOUR-VALUE`).join(`, `);return c.length>0&&a.push(`variables: { ${l} } # or { file: PATH }`),a}const w=[`add_negation: { min_pass_rate: 0.85 } # a guess is worth 0.5 there`,`add_toxic_words: { min_pass_rate: 0.95, data: { source: "builtin:sentences", limit: 100 } }`,`refusal: { min_pass_rate: 0.85, data: { source: "builtin:safety", limit: 200 } } # a model that refuses everything fails this one`];function T({prompt:e},{file:t,columns:n}){let r=n.map(e=>e.toLowerCase()),i=(...e)=>e.some(e=>r.includes(e)),a=[];i(`text`,`question`)||a.push(`text: YOUR-COLUMN`);let s=e?.placeholders.filter(e=>n.includes(e))??[];s.length>0&&a.push(`fill: [${s.join(`, `)}]`);let c=a.length>0?`, columns: { ${a.join(`, `)} }`:``,l=[`add_toxic_words: { min_pass_rate: 0.85 }`];return i(`options`,`truth`)?l.unshift(`add_negation: { min_pass_rate: 0.85 }`):i(`answer`,...o)?l.unshift(`answers: { min_pass_rate: 0.85 }`):l.push("# answers: { min_pass_rate: 0.85 } # once a column `answer` says what is right"),{data:`# Columns: ${n.map(e=>JSON.stringify(e)).join(`, `)}\ndata: { source: ${x(t)}${c} }`,tests:l}}function E({hub:e,baseUrl:t}){return t?.startsWith(`http:`)?void 0:h[e].keyVariables[0]}function D(e){let{baseUrl:t}=e;return t&&`${new URL(t).host} ${E(e)??``}`.trim()}function O(e){let t=E(e),n=D(e),r=[];e.config!==`.github/sensitivity.yml`&&r.push(`config: ${x(e.config)}`),n!==void 0&&r.push(`allowed-hosts: ${x(n)}`);let i=[`- uses: org/sensitivity-action@v1`];return r.length>0&&i.push(`  with: { ${r.join(`, `)} }`),t!==void 0&&i.push(`  env: { ${t}: "\${{ secrets.${t} }}" }`),i.map(e=>`      ${e}`).join(`
`)}function k(e){let t="          path: ${{ runner.temp }}/sensitivity-cache\n          key: sensitivity-store-${{ github.ref }}-${{ github.run_id }}-${{ github.run_attempt }}";return`name: sensitivity
on:
  pull_request:
    branches: [${x(e.branch)}]   # the rules of other branches may be weaker, or none
    types: [opened, synchronize, reopened, edited]   # edited: pointed at another branch
permissions:
  contents: read         # the checkout, and the rules of the base
  pull-requests: write   # the comment
jobs:
  sensitivity:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with: { persist-credentials: false }
      # The store of answers: one subject has one verdict, and a run that broke off goes on.
      - uses: actions/cache/restore@55cc8345863c7cc4c66a329aec7e433d2d1c52a9 # v6.1.0
        with:
${t}
          restore-keys: |
            sensitivity-store-\${{ github.ref }}-
            sensitivity-store-
${O(e)}
      - uses: actions/cache/save@55cc8345863c7cc4c66a329aec7e433d2d1c52a9 # v6.1.0
        if: always()
        with:
${t}
      # The report, also of a run that failed.
      - uses: actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1
        if: always()
        with: { name: sensitivity-report, path: "\${{ runner.temp }}/sensitivity-report" }
`}const A=`none`;async function j(n,a){let{config:o,force:s=!1,measure:c}=n,l=a.host.cwd(),u=await M(n,a),d={[o]:S(u),".github/workflows/sensitivity.yml":k(u)},m=Object.keys(d).filter(n=>t(e.join(l,n)));if(m.length>0&&!s)throw new i(`${f(m)}: there already`,{where:`init`,remedy:`Overwrite with --force, or name another configuration with --config.`});for(let[t,n]of Object.entries(d))await p(e.join(l,t),n),a.print(`wrote ${t}\n`);a.print(`
`);let h=D(u),g={config:o,allowedHosts:h===void 0?void 0:[h]};try{if(await _({...g,offline:!0},a),c)return await b({...g,write:!0},a)}catch(e){if(c||!(e instanceof r))throw e;a.complain(e)}return a.print(B(u)),y.pass}async function M(n,r){let{env:i,cwd:a}=r.host,o={cwd:a(),env:i},c=async(...e)=>s(o,e).then(e=>e.toString().trim(),()=>``),l=t(e.join(a(),`.git`)),f=u(a(),l?o:void 0),{hub:p,model:m,prompt:g,data:_}=await F(n,f,r),{baseURL:v,isLocal:y}=h[p],b=v===void 0&&!y?`https://YOUR-HOST/v1`:void 0,x=await c(`symbolic-ref`,`--short`,`refs/remotes/origin/HEAD`),S=await c(`for-each-ref`,`--format=%(refname:short)`,`refs/heads/main`),C=x.replace(`origin/`,``)||S||await c(`branch`,`--show-current`),w={config:n.config,hub:p,model:m,baseUrl:n.baseUrl??b,branch:C||`main`};return g!==A&&(w.prompt=R(g,await L(g,f))),d(_)?_!==A&&(w.rows=z(_,await L(_,f))):w.source=_,w}const N=/(?:^|\/)prompts?\/[^/]+\.(?:txt|md|prompt|j2|jinja2?|tmpl)$/i,P=/(?:^|\/)(?:evals?|data)\/[^/]+\.(?:jsonl|csv|tsv)$/i;async function F(e,t,{host:n}){let r=await t.list(),i={hub:e.hub??g.find(e=>m(e,{...n.env}))??`openai`,model:e.model??`YOUR-MODEL`,prompt:e.prompt??r.find(e=>N.test(e))??A,data:e.data??r.find(e=>P.test(e))??A},a=I.filter(([t])=>e[t]===void 0);if(e.yes||a.length===0)return i;if(!n.stdin.isTTY||!n.stdout.isTTY)throw v(`init asks questions, and there is no terminal to answer them`,`Write --yes to take what is found, or: ${a.map(([e])=>`--${e}`).join(`, `)}.`);let{isCancel:o,select:s,text:c}=await import(`./dist4.js`);for(let[e,t]of a){let{[e]:n}=i,r=g.map(e=>({value:e})),a=e===`hub`?await s({message:t,options:r,initialValue:i.hub}):await c({message:t,placeholder:n,defaultValue:n});if(o(a))throw v(`nothing was written`,`Give the answers as options.`);Object.assign(i,{[e]:a})}return i}const I=[[`hub`,`Who runs the model?`],[`model`,`Name of the model`],[`prompt`,`File of the prompt that you ship, or none`],[`data`,`File with rows of your own, or none for built-in ones`]];async function L(e,t){let r=await t.read(e);if(r)return a(r,e);throw v(`there is no file ${n(e)}`,"Name one of this folder, or `none`.")}function R(e,t){let n=[...t.matchAll(/\{\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}\}/g)],r=new Set(n.map(([,e=``])=>e)),i=r.has(`text`)||r.has(`question`);for(let e of[`text`,`question`,`options`])r.delete(e);return{file:e,isTemplate:i,placeholders:[...r].slice(0,50)}}function z(e,t){let[n]=c(e,`--data`)(t,e,[`text`,`question`]);return{file:e,columns:n?l(n):[]}}function B(e){let{config:t,branch:n}=e,r=E(e),i=D(e),a=t===`.github/sensitivity.yml`?``:` --config ${t}`,o=i===void 0?a:`${a} --allowed-hosts "${i}"`,s=r===void 0?``:`\n- Add the key: gh secret set ${r}`;return`
Next${S(e).includes(`YOUR-`)?`\n- Replace each YOUR-… in ${t}.`:``}
- Set minima that your model passes: sensitivity suggest --write${o}${s}
- Protect .github/ by CODEOWNERS: a pull request runs the workflow that it brings.
- Commit both files and merge them to ${n}: the rules of the base decide.
`}export{j as init};