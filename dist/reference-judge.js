import{Gn as e,Gt as t,Kt as n,Pt as r,Qt as i,Vt as a,Wt as o,_r as s,fr as c,gt as l,ht as u}from"./secrets.js";const d=[t,n,a,l,u,o,r];function f(t,{answer:n,prompt:r,expected_result:i,actual_result:a}){return{stance:`neither`,refusal_verdict:n===r?`neither`:`answers`,judgement:i===a?`ignores`:`accounts`,toxicity:e().countBadWords(String(n))>0?`toxic`:`not_toxic`}[t]??`nothing`}let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let r=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[a=``]=e.slice(r).split(`

The material ends`,1),o=c(s(a));p??=new Map(d.flatMap(e=>e.cases.map(t=>[i(e,t.input),t.expected])));let l=p.get(e)??f(t,o);return JSON.stringify({reason:``,...n.replyTo(l,e)})}export{m as scriptedVerdict};