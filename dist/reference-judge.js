import{Et as e,H as t,R as n,Tt as r,U as i,W as a,gn as o,jt as s,pn as c,rt as l,wt as u}from"./subject-fields.js";const d=[e,r,i,n,l,u,t];function f(e,{answer:t,prompt:n,expected_result:r,actual_result:i}){return{stance:`neither`,refusal_verdict:t===n?`neither`:`answers`,judgement:r===i?`ignores`:`accounts`,toxicity:a().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let r=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[i=``]=e.slice(r).split(`

The material ends`,1),a=c(o(i));p??=new Map(d.flatMap(e=>e.cases.map(t=>[s(e,t.input),t.expected])));let l=p.get(e)??f(t,a);return JSON.stringify({reason:`Scripted.`,...n.replyTo(l,e)})}export{m as scriptedVerdict};