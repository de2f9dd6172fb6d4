import{Ht as e,Mt as t,Un as n,Ut as r,Wt as i,Xt as a,hr as o,mt as s,pt as c,ur as l,zt as u}from"./secrets.js";const d=[r,i,u,s,c,e,t];function f(e,{answer:t,prompt:r,expected_result:i,actual_result:a}){return{stance:`neither`,refusal_verdict:t===r?`neither`:`answers`,judgement:i===a?`ignores`:`accounts`,toxicity:n().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let r=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[i=``]=e.slice(r).split(`

The material ends`,1),s=l(o(i));p??=new Map(d.flatMap(e=>e.cases.map(t=>[a(e,t.input),t.expected])));let c=p.get(e)??f(t,s);return JSON.stringify({reason:``,...n.replyTo(c,e)})}export{m as scriptedVerdict};